// The languages that the site speaks.

/// A language of pages and recipes; its raw value is the code of ISO 639.
public enum Language: String, CaseIterable, Sendable {
    case en, ru
}
