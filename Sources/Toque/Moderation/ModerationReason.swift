// Reasons for asking for changes or rejecting: codes that are never reused, each with a template in the locale files.

/// The moderation policy; its version increases when reasons or their meaning change.
enum Policy {
    static let version = 1
    /// The maximum length of a message to the author, in characters.
    static let messageLength = 5_000
    /// The maximum length of the address of a copied text, in characters.
    static let referenceLength = 500
    /// A claim lasts 10 minutes (in milliseconds), and a moderator has at most three.
    static let claimLifetime = 600_000
    static let claimLimit = 3
    /// The maximum submissions of one author in 24 hours.
    static let dailyLimit = 50
}

/// A reason code. A fixable code names the field that has to change; a terminal code ends the case.
enum ModerationReason: String, CaseIterable, Sendable {
    case allergenMissing = "ALLERGEN_MISSING"
    case quantityMissing = "QUANTITY_MISSING"
    case stepUnclear = "STEP_UNCLEAR"
    case yieldOrTimeMissing = "YIELD_OR_TIME_MISSING"
    case temperatureUnsafe = "TEMPERATURE_UNSAFE"
    case categoryWrong = "CATEGORY_WRONG"
    case ingredientUnmapped = "INGREDIENT_UNMAPPED"
    case photoPoor = "PHOTO_POOR"
    case language = "LANGUAGE"
    case duplicateOf = "DUPLICATE_OF"
    case copiedText = "COPIED_TEXT"
    case photoNotOwn = "PHOTO_NOT_OWN"
    case spamOrPromotion = "SPAM_OR_PROMO"
    case offensive = "OFFENSIVE"
    case healthClaim = "HEALTH_CLAIM"
    case notARecipe = "NOT_A_RECIPE"

    /// The editor field of a fixable code; `nil` for terminal codes.
    var field: String? {
        switch self {
        case .allergenMissing, .quantityMissing, .ingredientUnmapped: "ingredients"
        case .stepUnclear, .temperatureUnsafe: "step"
        case .yieldOrTimeMissing: "servings"
        case .categoryWrong: "category"
        case .photoPoor: "photo"
        case .language: "description"
        default: nil
        }
    }

    /// Whether a message with this reason names another text.
    var namesAnother: Bool { self == .duplicateOf || self == .copiedText }

    /// The rule that a text with this reason breaks, for the record of a strike.
    var rule: ReportReason {
        switch self {
        case .spamOrPromotion: .spam
        case .offensive: .offensive
        case .copiedText, .photoNotOwn: .copyright
        case .healthClaim: .unsafe
        default: .other
        }
    }

    static let fixable = allCases.filter { $0.field != nil }
    static let terminal = allCases.filter { $0.field == nil }
}
