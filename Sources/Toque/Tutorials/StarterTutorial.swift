// The starter tutorials: text files within the program, loaded as the catalogue is. What an admin changed stays.

import Bytes
import Content
import Database
import Words

/// A file of `Starter/Tutorials`.
struct StarterTutorial: StarterEntry {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    let key: String
    let drawing: String
    let texts: [Language: TutorialText]

    var names: [String] { [] }

    var text: String {
        ([drawing]
            + Language.allCases.flatMap { language in
                texts[language].map { [$0.title, $0.summary, $0.steps, $0.techniques, $0.captions] } ?? []
            }).joined(separator: "\n\n")
    }

    func without(_ isTaken: (String) -> Bool) -> StarterTutorial? { self }

    /// A row as an entry. One with a video was changed, since starter tutorials have none.
    init(_ row: Tutorial, key: String) {
        (self.key, texts) = (key, row.texts)
        drawing = row.drawing + (row.video ?? "")
    }

    /// A file has `name: value` lines, and after `[en]` and `[ru]` the texts of a language: more such lines, the steps
    /// after `steps:`, one on each line, and the captions from the line `WEBVTT`.
    init(parsing file: String, key: String) throws {
        var (drawing, texts): (String, [Language: TutorialText]) = ("", [:])
        var language: Language?
        var part = ""
        for line in file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.hasPrefix(bytes: "#") { continue }
            if let new = Language.allCases.first(where: { line == "[\($0.rawValue)]" }) {
                (language, part) = (new, "")
                texts[new] = TutorialText()
                continue
            }
            if line == "WEBVTT" { part = "captions" }
            if line == "steps:" {
                part = "steps"
            } else if part == "captions", let language {
                texts[language]?.captions += line + "\n"
            } else if part == "steps", let language {
                if !line.isEmpty { texts[language]?.steps += line + "\n" }
            } else if let value = line.dropping(prefix: "drawing: ") {
                drawing = String(value)
            } else if let language, Self.read(line, into: &texts[language, default: TutorialText()]) {
                continue
            } else if !line.isEmpty {
                throw Problem(description: "Starter/Tutorials/\(key).txt: cannot read “\(line)”")
            }
        }
        texts = texts.mapValues { text in
            var text = text
            (text.steps, text.captions) = (text.steps.trimmed, text.captions.trimmed)
            return text
        }
        (self.key, self.drawing, self.texts) = (key, drawing, texts)
    }

    private static func read(_ line: Substring, into text: inout TutorialText) -> Bool {
        if let value = line.dropping(prefix: "title: ") {
            text.title = String(value)
        } else if let value = line.dropping(prefix: "summary: ") {
            text.summary = String(value)
        } else if let value = line.dropping(prefix: "techniques: ") {
            text.techniques = String(value)
        } else {
            return false
        }
        return true
    }

    /// The tutorials of the program in the order of their files' names.
    static func all() throws -> [StarterTutorial] {
        try StarterFiles.all.filter { $0.path.hasPrefix(bytes: "Tutorials/") }.map { file in
            let name = file.path.dropping(prefix: "Tutorials/") ?? file.path[...]
            return try StarterTutorial(parsing: file.text, key: String(name.dropping(suffix: ".txt") ?? name))
        }
    }

    /// Adds new tutorials and updates those that no admin changed or deleted, in the caller's transaction.
    static func load(_ db: Connection, _ files: [StarterTutorial]) throws {
        let (store, entries) = (TutorialStore(db), StarterStore(db))
        let loaded = try entries.loaded(.tutorial)
        for file in files where loaded[file.key] != file.sha256 {
            let row = try store.starter(file.key)
            let current = row.map { StarterTutorial($0, key: file.key).sha256 }
            switch StarterRules.fate(file: file.sha256, row: current, loaded: loaded[file.key]) {
            case .kept, .removed: continue
            case .same: break
            case .new:
                _ = try store.add(
                    Tutorial(drawing: file.drawing, isPublished: true, texts: file.texts), starter: file.key)
            case .changed:
                guard var row else { continue }
                (row.drawing, row.texts) = (file.drawing, file.texts)
                _ = try store.save(row)
            }
            try entries.record(.tutorial, file)
        }
    }
}
