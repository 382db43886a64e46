// Features B1 to B5: what a person wants everywhere.

/// What one wants of every meal: it ranks, it hides nothing. The order is stored as bits: add at the end only.
enum Goal: String, CaseIterable, Sendable {
    case proteinRich = "protein-rich"
    case lowCalorie = "low-calorie"
    case lowSugar = "low-sugar"
    case lowFat = "low-fat"
    case lowSalt = "low-salt"
    case highFibre = "high-fibre"

    var bit: Int { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }
}

/// Something that can be turned on and off. The order is stored as bits: add at the end only.
enum Switch: String, CaseIterable, Sendable {
    case decisionOnSite = "notify_decision_site"
    case decisionByMail = "notify_decision_mail"
    case bugOnSite = "notify_bug_site"
    case bugByMail = "notify_bug_mail"
    case sounds, vibration, gestures, subtitles
    case lowData = "low_data"
    case deviceFavourites = "device_favourites"

    /// Events that a person may hear of, with the switch of each channel.
    static let events: [(name: String, onSite: Switch, byMail: Switch)] = [
        ("decision", .decisionOnSite, .decisionByMail), ("bug", .bugOnSite, .bugByMail),
    ]
    static let others: [Switch] = [.sounds, .vibration, .gestures, .subtitles, .lowData, .deviceFavourites]

    var isOnByDefault: Bool {
        switch self {
        case .gestures, .lowData, .deviceFavourites: false
        default: true
        }
    }

    var bit: Int { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }
}

/// What recipes are shown by.
struct Reading: Sendable {
    var standing = StandingFilters()
    var units = UnitSystem.written
    var watching = Watching()
    /// How the end of a timer is told.
    var ringing = (sounds: true, vibration: true)
}

struct Preferences: Equatable, Sendable {
    static let minutes = 1...1_440
    static let dislikedLimit = 50

    var standing = StandingFilters()
    /// Catalogue ids.
    var disliked: [Int] = []
    var maxMinutes: Int?
    var goals: [Goal] = []
    var units = UnitSystem.written
    var switches = Set(Switch.allCases.filter(\.isOnByDefault))
}
