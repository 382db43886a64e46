// Recognises Russian verbs by their endings.

import Bytes

enum RussianVerbs {
    /// Whether a word has the ending of an infinitive: «взять», «нести», «печь», «печься».
    static func isInfinitive(_ word: String) -> Bool {
        ["ть", "ти", "чь", "ться"].contains { word.hasSuffix(bytes: $0) }
    }
}
