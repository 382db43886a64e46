// The names of the editor's form fields, for reading a submitted form and for writing it out again.

import Bytes
import Food
import HTTP
import Words

extension RowForm {
    static let cells: [(name: String, path: any WritableKeyPath<RowForm, String> & Sendable)] = [
        ("amount", \.amount), ("unit", \.unit), ("ingredient", \.ingredient), ("note", \.note), ("group", \.group),
    ]
}

/// Except for its text, a step's fields end in its number, from 1, since few steps have them: `step_alt-3`.
extension RecipeStep {
    static let cells: [(name: String, path: any WritableKeyPath<RecipeStep, String> & Sendable)] = [
        ("step_alt", \.alt), ("subtitles_en", \.subtitles.en), ("subtitles_ru", \.subtitles.ru),
    ]

    static func field(_ name: String, _ number: Int) -> String { "\(name)-\(number)" }

    /// The media of a step; empty if the form removes it. A video's id ends in `.mp4`.
    init(_ form: Form, number: Int) {
        self.init()
        func typed(_ name: String) -> String? { form[Self.field(name, number)]?.typed }
        guard let name = typed("step_media"), !name.isEmpty, typed("remove_media") == nil else { return }
        let video = name.dropping(suffix: Self.videoEnding)
        isVideo = video != nil
        media = video.map { String($0) } ?? name
        for (name, path) in Self.cells { self[keyPath: path] = typed(name) ?? "" }
    }

    /// The id of the picture or video in the form's notation.
    var mediaName: String { isVideo ? media + Self.videoEnding : media }

    private static let videoEnding = ".mp4"

    fileprivate func timerFields(number: Int) -> [(name: String, value: String)] {
        timer == .none ? [] : [(name: Self.field("step_timer", number), value: timer.typed(.en))]
    }

    fileprivate func mediaFields(number: Int) -> [(name: String, value: String)] {
        guard hasMedia else { return [] }
        let fields = Self.cells.prefix(isVideo ? 3 : 1).map {
            (name: Self.field($0.name, number), value: self[keyPath: $0.path])
        }
        return [(name: Self.field("step_media", number), value: mediaName)] + fields
    }
}

extension RecipeForm {
    /// The fields that contain one text each.
    static let texts: [(name: String, path: any WritableKeyPath<RecipeForm, String> & Sendable)] =
        [
            ("title", \.title), ("description", \.description), ("language", \.language), ("category", \.category),
            ("cuisine", \.cuisine), ("servings", \.servings), ("prep_minutes", \.prepMinutes),
            ("cook_minutes", \.cookMinutes), ("difficulty", \.difficulty), ("ingredients_text", \.pasted),
            ("recipe_text", \.whole), ("tips", \.tips), ("source", \.source),
            ("not_in_dish", \.notInDish), ("tags", \.tags),
            ("text_licence", \.terms.licence), ("credit", \.terms.credit), ("adapted_from", \.terms.address),
            ("adapted_title", \.terms.title), ("adapted_author", \.terms.author),
            ("new_category", \.newCategory), ("new_cuisine", \.newCuisine), ("new_ingredient", \.newIngredient),
        ] + Nutrient.onLabels.map { nutrient in (name: nutrient.field, path: \.figures[nutrient]) }

    /// Texts that have one line, because lists, emails and names of files show them.
    static let lines: [any WritableKeyPath<RecipeForm, String> & Sendable] = [
        \.title, \.terms.credit, \.terms.title, \.terms.author,
    ]

    /// All fields as a browser sends them.
    var fields: [(name: String, value: String)] {
        var fields = Self.texts.map { (name: $0.name, value: self[keyPath: $0.path]) }
        for row in rows { fields += RowForm.cells.map { (name: $0.name, value: row[keyPath: $0.path]) } }
        for (index, step) in steps.enumerated() {
            fields.append((name: "step", value: step.text))
            fields += step.mediaFields(number: index + 1) + step.timerFields(number: index + 1)
        }
        fields.append((name: "photo_id", value: photo ?? ""))
        if let version { fields.append((name: "version", value: String(version))) }
        return fields
    }
}
