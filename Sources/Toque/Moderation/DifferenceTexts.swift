// Describes the differences of two texts in words; a value without a name in the locale files is shown by its path.

import Bytes
import Food
import Texts
import Words

struct DifferenceTexts {
    let catalogue: Catalogue
    let language: Language
    /// The maximum number of words compared for one text.
    private let effort: Int
    private let work: WorkCounter?

    init(catalogue: Catalogue, language: Language, changes: Int, work: WorkCounter? = nil) {
        self.catalogue = catalogue
        self.language = language
        self.work = work
        effort = WordDifference.effort(each: changes)
    }

    func difference(_ change: StoredChange) -> FieldDifference {
        let mark = change.mark
        var difference = FieldDifference(field: name(of: change), mark: mark, label: label(of: change))
        difference.pictures = pictures(of: change)
        let spans = spans(of: change)
        let texts = spans.map(\.text).joined()
        switch mark {
        case .added, .removed:
            let kind: TextSpan.Kind = mark == .added ? .added : .removed
            difference.spans = texts.isEmpty ? [] : [TextSpan(kind: kind, text: HiddenCharacters.shown(texts))]
        case .moved: difference.spans = [TextSpan(kind: .same, text: texts)]
        case .changed:
            difference.spans = spans.map {
                $0.kind == .same ? $0 : TextSpan(kind: $0.kind, text: HiddenCharacters.shown($0.text))
            }
        }
        return difference
    }

    // MARK: Names

    private func name(of change: StoredChange) -> String {
        guard let list = change.list else { return label((change.new.keys.first ?? change.old.keys.first) ?? "") }
        return change.isHeading ? label("\(list).group") : "\(label(list)) \(change.number)"
    }

    private func label(of change: StoredChange) -> String {
        let word = Text.dynamic("difference.\(change.mark.rawValue)", language) ?? change.mark.rawValue
        guard let place = change.movedFrom else { return word }
        let moved = Text.differenceMovedFrom(language, number: String(place))
        return change.mark == .moved ? moved : "\(word), \(moved)"
    }

    /// The name of a value by its path, or else the path itself.
    private func label(_ path: String) -> String {
        let key = Self.keys[path] ?? path.replacing(bytes: "figures.", with: "figure.").replacing(bytes: ".", with: "_")
        return Text.dynamic("field.\(key)", language) ?? path
    }

    private static let keys = [
        "prepMinutes": "prep_minutes", "cookMinutes": "cook_minutes", "lines": "ingredient", "steps": "step",
        "steps.media": "step_media", "notInDish": "not_in_dish", "licence": "text_licence",
        "adaptedFrom.title": "adapted_title",
        "adaptedFrom.author": "adapted_author", "adaptedFrom.licence": "adapted_licence",
        "adaptedFrom.address": "adapted_from", "adaptedFrom.recipe": "adapted_recipe",
    ]

    // MARK: Values

    /// The values that form one line, in order, each with the text before it.
    private static let line: [String: [(leaf: String, before: String)]] = [
        "lines": [("amount", ""), ("amountMax", "–"), ("unit", " "), ("ingredient", " "), ("note", ", ")],
        "steps": [("text", "")],
    ]

    private func spans(of change: StoredChange) -> [TextSpan] {
        guard let list = change.list else {
            let path = change.new.keys.first ?? change.old.keys.first ?? ""
            return path == "photo" ? [] : spans(path, change.old[path], change.new[path])
        }
        let line: [(leaf: String, before: String)] =
            change.isHeading ? [("group", "")] : Self.line[list] ?? [("text", "")]
        let isWhole = change.mark == .added || change.mark == .removed
        func isLeftOut(_ leaf: String) -> Bool {
            isWhole && !change.isHeading && ((change.old[leaf] ?? change.new[leaf])?.isEmpty ?? true)
        }
        var spans: [TextSpan] = []
        for (leaf, before) in line where !isLeftOut(leaf) {
            let part = self.spans("\(list).\(leaf)", change.old[leaf], change.new[leaf])
            if part.isEmpty { continue }
            if !spans.isEmpty { spans.append(TextSpan(kind: .same, text: before)) }
            spans += part
        }
        for leaf in change.changed.sorted() where leaf != "media" && !line.contains(where: { $0.leaf == leaf }) {
            if isLeftOut(leaf) { continue }
            let part = self.spans("\(list).\(leaf)", change.old[leaf], change.new[leaf])
            spans.append(TextSpan(kind: .same, text: (spans.isEmpty ? "" : "\n") + label("\(list).\(leaf)") + ": "))
            spans += part
        }
        return spans
    }

    /// The old and new value. Two different values never look the same: if their words do, the stored form is shown.
    private func spans(_ path: String, _ old: StoredLeaf?, _ new: StoredLeaf?) -> [TextSpan] {
        let (first, second) = (shown(old, path), shown(new, path))
        let isSame = first.utf8.elementsEqual(second.utf8)
        if isSame, !(old?.json ?? "").utf8.elementsEqual((new?.json ?? "").utf8) {
            return WordDifference.spans(old?.json ?? "", new?.json ?? "", effort: effort, work: work)
        }
        if isSame { return first.isEmpty ? [] : [TextSpan(kind: .same, text: first)] }
        return WordDifference.spans(first, second, effort: effort, work: work)
    }

    private func shown(_ leaf: StoredLeaf?, _ path: String) -> String {
        switch leaf {
        case nil: ""
        case .flag(let flag): flagText(flag, path)
        case .number(let number): numberText(number, path)
        case .text(let text): keyText(text, path) ?? text
        }
    }

    /// The name of a catalogue key or another stored key.
    private func keyText(_ key: String, _ path: String) -> String? {
        switch path {
        case "category": catalogue.categoryName(key, language)
        case "cuisine": catalogue.cuisineName(key, language)
        case "difficulty": Text.dynamic("difficulty.\(key)", language)
        case "language": Text.dynamic("language.\(key)", language)
        case "licence", "adaptedFrom.licence": TextLicence(rawValue: key)?.name(language)
        case "lines.unit": catalogue.unitName(key, language)
        case "lines.group": key.isEmpty ? Text.differenceNoHeading(language) : nil
        default: nil
        }
    }

    private func numberText(_ number: Double, _ path: String) -> String {
        switch path {
        case "lines.amount", "lines.amountMax":
            Amounts.shown(number, nil, language)
        case "adaptedFrom.recipe": JSONText.number(number)
        case "steps.timer":
            Int(exactly: number).flatMap {
                RecipeLimits.timer.contains($0) ? Durations.text(seconds: $0, language) : nil
            }
                ?? JSONText.number(number)
        default: FigureText.text(number, language)
        }
    }

    private func flagText(_ flag: Bool, _ path: String) -> String {
        if path == "steps.video" {
            return flag ? Text.differenceVideo(language) : Text.differencePicture(language)
        }
        return flag ? Text.factYes(language) : Text.factNo(language)
    }

    // MARK: Pictures

    /// The photo or step media before and after, if the media or its texts differ.
    private func pictures(of change: StoredChange) -> [DifferentPicture] {
        let leaf = change.list == nil ? "photo" : "media"
        let isTouched = !change.changed.subtracting(["text", "timer"]).isEmpty
        guard change.list == nil || change.list == "steps", isTouched else { return [] }
        func picture(_ leaves: StoredLeaves, _ caption: String) -> DifferentPicture? {
            guard case .text(let id) = leaves[leaf], !id.isEmpty else { return nil }
            var video: String?
            if case .flag(true) = leaves["video"] { video = Address.media(id, StepMedia.video) }
            return DifferentPicture(
                caption: caption, picture: ArticleBuilder.picture(photo: id, revision: 0, alt: ""), video: video)
        }
        let isSame = !change.changed.contains(leaf)
        let name = label(change.path(leaf))
        return [
            isSame ? nil : picture(change.old, Text.differenceBefore(language, name: name)),
            picture(
                change.new,
                isSame ? Text.differenceUnchanged(language, name: name) : Text.differenceNow(language, name: name)),
        ].compactMap { $0 }
    }
}
