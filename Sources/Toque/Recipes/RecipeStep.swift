// One step of a recipe: its text, the picture or video that shows it, and its timer.

import Bytes
import Words

/// A step as stored within a revision. Its media and timer are part of the text that moderators approve.
struct RecipeStep: Equatable, Sendable, ExpressibleByStringInterpolation {
    var text = ""
    /// The id of its picture or video; empty for none.
    var media = ""
    var isVideo = false
    /// The alternative text, for readers who do not see the picture or video.
    var alt = ""
    /// Subtitles of a video as WebVTT; empty for none.
    var subtitles = Subtitles()
    var timer = StepTimer.none

    struct Subtitles: Codable, Equatable, Sendable {
        var en = ""
        var ru = ""
        var isEmpty: Bool { en.isEmpty && ru.isEmpty }

        subscript(language: Language) -> String { language == .ru ? ru : en }
    }

    init() {}
    init(text: String) { self.text = text }
    init(stringLiteral text: String) { self.text = text }

    var hasMedia: Bool { !media.isEmpty }
    var isEmpty: Bool { text.isEmpty && media.isEmpty && timer == .none }
    /// All texts in it that people wrote.
    var words: [String] { [text, alt, subtitles.en, subtitles.ru].filter { !$0.isEmpty } }

    /// The step without its picture or video and their texts.
    var bare: RecipeStep {
        var step = RecipeStep(text: text)
        step.timer = timer
        return step
    }
}

extension RecipeStep: Decodable {
    private enum Key: String, CodingKey {
        case text, media
        case isVideo = "video"
        case alt, subtitles, timer
    }

    /// Decodes a plain string or an object.
    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.text = text
            return
        }
        let object = try decoder.container(keyedBy: Key.self)
        text = try object.decode(String.self, forKey: .text)
        timer = StepTimer(seconds: try object.decodeIfPresent(Int.self, forKey: .timer))
        guard let media = try object.decodeIfPresent(String.self, forKey: .media) else { return }
        self.media = media
        isVideo = try object.decode(Bool.self, forKey: .isVideo)
        alt = try object.decode(String.self, forKey: .alt)
        subtitles = try object.decodeIfPresent(Subtitles.self, forKey: .subtitles) ?? Subtitles()
    }

    /// A step with only a text is encoded as a string, as before steps had media, so that older hashes stay the same.
    var encoded: String {
        guard hasMedia || timer.seconds != nil else { return JSONText.string(text) }
        var json = JSONText()
        json.add("text", text)
        if hasMedia { addMedia(to: &json) }
        if let seconds = timer.seconds { json.add("timer", Double(seconds)) }
        return json.object
    }

    private func addMedia(to json: inout JSONText) {
        json.add("media", media)
        json.add("video", isVideo)
        json.add("alt", alt)
        if !subtitles.isEmpty {
            var texts = JSONText()
            texts.add("en", subtitles.en)
            texts.add("ru", subtitles.ru)
            json.add("subtitles", raw: texts.object)
        }
    }
}
