// What a person wants everywhere. Only what has an effect is here and on the pages.

import Food

/// Something that can be turned on and off. The order is stored as bits: add at the end only.
enum Switch: String, CaseIterable, Sendable {
    case decisionOnSite = "notify_decision_site"
    case decisionByMail = "notify_decision_mail"
    case bugOnSite = "notify_bug_site"
    case bugByMail = "notify_bug_mail"
    case sounds, vibration, gestures, subtitles
    case lowData = "low_data"
    case deviceFavourites = "device_favourites"

    /// Those that have an effect: the pages offer them. The others keep their bits and what was stored of them.
    static let offered: [Switch] = [.bugByMail, .sounds, .vibration, .subtitles, .lowData]

    var isOnByDefault: Bool {
        switch self {
        case .gestures, .lowData, .deviceFavourites: false
        default: true
        }
    }

    var bit: Int { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }
}

/// What recipes are shown by.
struct DisplayPreferences: Sendable {
    var standing = DefaultFilters()
    var units = UnitSystem.written
    var videoPreferences = VideoPreferences()
    /// How the end of a timer is told.
    var timerAlerts = (sounds: true, vibration: true)
}

struct Preferences: Equatable, Sendable {
    var standing = DefaultFilters()
    var units = UnitSystem.written
    var switches = Set(Switch.allCases.filter(\.isOnByDefault))
}
