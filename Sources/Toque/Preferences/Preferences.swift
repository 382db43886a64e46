// The preferences of a user that apply on all pages; only those with an effect are here.

import Food

/// A preference that is on or off. The order decides the stored bits, so new cases go at the end.
enum Switch: String, CaseIterable, Sendable {
    case decisionOnSite = "notify_decision_site"
    case decisionByMail = "notify_decision_mail"
    case bugOnSite = "notify_bug_site"
    case bugByMail = "notify_bug_mail"
    case sounds, vibration, gestures, subtitles
    case lowData = "low_data"
    case deviceFavourites = "device_favourites"

    /// The switches that have an effect, which the pages offer. The others keep their bits and stored values.
    static let offered: [Switch] = [.bugByMail, .sounds, .vibration, .gestures, .subtitles, .lowData]

    var isOnByDefault: Bool {
        switch self {
        case .gestures, .lowData, .deviceFavourites: false
        default: true
        }
    }

    var bit: Int { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }
}

/// How recipes are shown.
struct DisplayPreferences: Sendable {
    var defaultFilters = DefaultFilters()
    var units = UnitSystem.written
    var videoPreferences = VideoPreferences()
    /// The signals at the end of a timer and at each step of cook mode.
    var timerAlerts = (sounds: true, vibration: true)
    /// Whether cook mode starts the camera, to turn the page by a wave.
    var hasGestures = false
}

struct Preferences: Equatable, Sendable {
    var defaultFilters = DefaultFilters()
    var units = UnitSystem.written
    var switches = Set(Switch.allCases.filter(\.isOnByDefault))
}
