// The form of a tutorial: what was typed, and its errors.

import Bytes
import HTTP
import Texts
import Words

/// The fields of a tutorial as typed.
struct TutorialForm: Sendable {
    var texts: [Language: TutorialText] = [:]
    /// The id of the video; empty for none.
    var video = ""
    /// The version that the admin saw.
    var version = 0

    init() {}

    init(_ tutorial: Tutorial) {
        (texts, video, version) = (tutorial.texts, tutorial.video ?? "", tutorial.version)
    }

    init(_ form: Form) {
        for language in Language.allCases {
            func value(_ name: String) -> String { (form["\(name)_\(language.rawValue)"] ?? "").typed }
            let text = TutorialText(
                title: value("title").inOneLine, summary: value("summary").inOneLine, steps: value("steps"),
                techniques: value("techniques"), captions: value("captions"))
            if !text.isEmpty { texts[language] = text }
        }
        video = form["remove_video"] == nil ? (form["video_id"] ?? "").trimmed : ""
        version = form["version"].flatMap { Int($0) } ?? 0
    }

    /// Changes a tutorial to what was typed.
    func apply(to tutorial: Tutorial) -> Tutorial {
        var tutorial = tutorial
        (tutorial.texts, tutorial.video, tutorial.version) = (texts, video.isEmpty ? nil : video, version)
        return tutorial
    }

    /// The errors of the texts. `milliseconds` is the longest time that captions may have.
    func errors(milliseconds: Int, _ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        if texts.isEmpty { errors.add("title_\(language.rawValue)", Text.tutorialTitleNone(language)) }
        for written in Language.allCases {
            guard let text = texts[written] else { continue }
            func add(_ name: String, _ message: String) { errors.add("\(name)_\(written.rawValue)", message) }
            func limit(_ name: String, _ value: String, _ limit: Int) {
                if value.length > limit { add(name, Text.editorTooLong(language, limit: String(limit))) }
            }
            if text.title.isEmpty { add("title", Text.tutorialTitleNone(language)) }
            limit("title", text.title, TutorialRules.titleLength)
            limit("summary", text.summary, TutorialRules.summaryLength)
            if text.steps.isEmpty { add("steps", Text.tutorialStepsNone(language)) }
            limit("steps", text.steps, TutorialRules.stepsLength)
            if let problem = techniques(text, language) { add("techniques", problem) }
            if let problem = captions(text, milliseconds, language) { add("captions", problem) }
        }
        return errors
    }

    private func techniques(_ text: TutorialText, _ language: Language) -> String? {
        // Before it is split: a text of many megabytes is not worked on.
        let most = TutorialRules.phrases * (TutorialRules.phraseLength + 2)
        if text.techniques.length > most { return Text.editorTooLong(language, limit: String(most)) }
        let phrases = text.phrases
        let isLong =
            phrases.count > TutorialRules.phrases || phrases.contains { $0.length > TutorialRules.phraseLength }
        let isEmpty = phrases.contains { Words.words($0).isEmpty }
        return isLong || isEmpty
            ? Text.tutorialTechniquesWrong(
                language, count: TutorialRules.phrases, length: String(TutorialRules.phraseLength)) : nil
    }

    private func captions(_ text: TutorialText, _ milliseconds: Int, _ language: Language) -> String? {
        guard !text.captions.isEmpty, let problem = WebVTT.problem(in: text.captions, milliseconds: milliseconds)
        else { return nil }
        let kind = Text.dynamic("subtitles.\(problem.kind.rawValue)", language) ?? problem.kind.rawValue
        return Text.subtitlesProblem(language, line: String(problem.line), problem: kind)
    }
}

/// The fields of one language on the page.
struct TutorialLanguagePart {
    let heading: String
    let id: String
    let inputs: [Field]
    let texts: [Field]

    init(_ form: TutorialForm, _ written: Language, _ errors: FieldErrors, _ language: Language) {
        let text = form.texts[written] ?? TutorialText()
        func field(_ name: String, _ label: String, _ value: String, help: String? = nil, rows: Int = 4) -> Field {
            let name = "\(name)_\(written.rawValue)"
            return Field(name: name, label: label, value: value, error: errors[name], help: help, rows: rows)
        }
        heading = Text.dynamic("language.\(written.rawValue)", written) ?? written.rawValue
        id = "language-\(written.rawValue)"
        inputs = [
            field("title", Text.tutorialFieldTitle(language), text.title),
            field("summary", Text.tutorialFieldSummary(language), text.summary),
        ]
        texts = [
            field(
                "steps", Text.tutorialFieldSteps(language), text.steps, help: Text.tutorialFieldStepsHelp(language),
                rows: 8),
            field(
                "techniques", Text.tutorialFieldTechniques(language), text.techniques,
                help: Text.tutorialFieldTechniquesHelp(language)),
            field(
                "captions", Text.tutorialFieldCaptions(language), text.captions,
                help: Text.tutorialFieldCaptionsHelp(language), rows: 6),
        ]
    }
}
