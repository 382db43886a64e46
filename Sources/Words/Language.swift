// The languages of the site.

/// A language of pages and recipes; its raw value is the ISO 639 code.
public enum Language: String, CaseIterable, Sendable {
    case en, ru
}
