// How a reviewer cooked the recipe: as written or with changes, for how many, and a photo of the result.

import Bytes
import Database
import HTTP
import Texts
import Words

struct CookEvent: Equatable, Sendable {
    enum Way: String, CaseIterable, ColumnValue, Sendable {
        case asWritten = "as-written"
        case changed

        func text(_ language: Language) -> String {
            switch self {
            case .asWritten: Text.reviewCookedAsWritten(language)
            case .changed: Text.reviewCookedChanged(language)
            }
        }
    }

    let way: Way
    var servings: Int?
    /// What was changed; empty for `asWritten`.
    var changes = ""
    /// The id of the photo.
    var photo: String?

    /// “Cooked as written, for 4 servings”
    func text(_ language: Language) -> String {
        let way =
            way == .changed ? Text.reviewShownChanged(language) : Text.reviewShownAsWritten(language)
        return [way, servings.map { Text.cookingServings(language, count: $0) }].compactMap(\.self)
            .joined(separator: ", ")
    }
}

/// A review as typed.
struct ReviewForm {
    let typedStars: String
    let text: String
    let typedWay: String
    let typedServings: String
    let changes: String
    /// The photo that was uploaded with the form, or else the one that the review has.
    let photo: String?
    private let photoError: String?
    private let hasNewPhoto: Bool

    var stars: Int? { ReviewRules.stars(typedStars) }
    private var way: CookEvent.Way? { CookEvent.Way(rawValue: typedWay) }
    private var servings: Int? { Int(typedServings).flatMap { RecipeLimits.servings.contains($0) ? $0 : nil } }

    init(_ form: Form, _ upload: PhotoUpload) {
        typedStars = (form["stars"] ?? "").trimmed
        text = (form["text"] ?? "").typed
        typedWay = form["cooked"] ?? ""
        typedServings = (form["cooked_servings"] ?? "").trimmed
        changes = (form["changes"] ?? "").typed
        let known = form["photo_id"].flatMap { $0.isEmpty || form["remove_photo"] != nil ? nil : $0 }
        photo = upload.photo ?? (upload.namesOther ? nil : known)
        (photoError, hasNewPhoto) = (upload.error, upload.photo != nil)
    }

    init(_ own: OwnReview?) {
        typedStars = own.map { String($0.stars) } ?? ""
        text = own?.text ?? ""
        typedWay = own?.cooked?.way.rawValue ?? ""
        typedServings = own?.cooked?.servings.map(String.init) ?? ""
        changes = own?.cooked?.changes ?? ""
        photo = own?.cooked?.photo
        (photoError, hasNewPhoto) = (nil, false)
    }

    /// The review, if the form has no errors.
    var review: OwnReview? {
        stars.map { OwnReview(stars: $0, text: text, cooked: event) }
    }

    private var event: CookEvent? {
        way.map { CookEvent(way: $0, servings: servings, changes: $0 == .changed ? changes : "", photo: photo) }
    }

    /// The texts that readers see.
    var texts: [String] { [text, changes] }

    func errors(_ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        if stars == nil { errors.add("stars", Text.reviewStarsWrong(language)) }
        func check(_ field: String, _ text: String, _ limit: Int) {
            if text.length > limit { errors.add(field, Text.editorTooLong(language, limit: String(limit))) }
        }
        check("text", text, ReviewRules.textLength)
        if let problem = wayProblem(language) { errors.add("cooked", problem) }
        if !typedServings.isEmpty, servings == nil {
            let range = RecipeLimits.servings
            errors.add(
                "cooked_servings",
                Text.scalingWrong(language, from: String(range.lowerBound), to: String(range.upperBound)))
        }
        if way == .changed, changes.isEmpty { errors.add("changes", Text.reviewChangesMissing(language)) }
        check("changes", changes, ReviewRules.changesLength)
        if let photoError { errors.add("photo", photoError) }
        return errors
    }

    private func wayProblem(_ language: Language) -> String? {
        if way == nil {
            if !typedWay.isEmpty { return Text.reviewCookedWrong(language) }
            let isDescribed = !typedServings.isEmpty || !changes.isEmpty || hasNewPhoto
            return isDescribed ? Text.reviewCookedMissing(language) : nil
        }
        return way == .asWritten && !changes.isEmpty ? Text.reviewCookedContradiction(language) : nil
    }
}
