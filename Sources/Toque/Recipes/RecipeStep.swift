// One step of a recipe: what to do, the picture or video that shows it, and its timer.

import Bytes
import Words

/// Stored within a revision; what it shows and its timer are part of the text that is approved.
struct RecipeStep: Equatable, Sendable, ExpressibleByStringInterpolation {
    var text = ""
    /// The id of its picture or video; empty for none.
    var media = ""
    var isVideo = false
    /// What is to be seen, for those who do not see it.
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
    /// Everything in it that people wrote.
    var words: [String] { [text, alt, subtitles.en, subtitles.ru].filter { !$0.isEmpty } }

    /// Without its picture or video, and what tells of it.
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

    /// A text alone, or an object.
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

    /// Texts alone stay what they were before steps had more, and so do their hashes.
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
