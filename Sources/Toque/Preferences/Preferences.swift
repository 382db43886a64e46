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
    case recipesOnSite = "notify_recipes_site"
    case recipesByMail = "notify_recipes_mail"
    case licenceOnSite = "notify_licence_site"
    case licenceByMail = "notify_licence_mail"
    case sharingOnSite = "notify_sharing_site"
    case sharingByMail = "notify_sharing_mail"
    case measuresOnSite = "notify_measures_site"
    case measuresByMail = "notify_measures_mail"

    /// The switches that have an effect, which the pages offer. The others keep their bits and stored values.
    static let offered: [Switch] = [.sounds, .vibration, .gestures, .subtitles, .lowData]
    /// The switches of notifications, offered as a table with a row for each topic.
    static let ofNotifications = NotificationSwitches.all.flatMap { [$0.site, $0.mail] }

    var isOnByDefault: Bool {
        switch self {
        case .gestures, .lowData, .deviceFavourites: false
        default: true
        }
    }

    var bit: Int { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }
}

/// The switches of one topic of notifications.
struct NotificationSwitches: Sendable {
    let topic: MailTopic
    let site: Switch
    let mail: Switch

    static let all: [NotificationSwitches] = [
        .init(topic: .decision, site: .decisionOnSite, mail: .decisionByMail),
        .init(topic: .measures, site: .measuresOnSite, mail: .measuresByMail),
        .init(topic: .recipes, site: .recipesOnSite, mail: .recipesByMail),
        .init(topic: .licence, site: .licenceOnSite, mail: .licenceByMail),
        .init(topic: .bug, site: .bugOnSite, mail: .bugByMail),
        .init(topic: .sharing, site: .sharingOnSite, mail: .sharingByMail),
    ]
}

/// How often emails about notifications are sent.
enum MailFrequency: String, CaseIterable, Sendable {
    case immediately, daily, weekly, never
}

/// How recipes are shown.
struct DisplayPreferences: Sendable {
    var defaultFilters = DefaultFilters()
    var units = UnitSystem.written
    var mediaPreferences = MediaPreferences()
    /// The signals at the end of a timer and at each step of cook mode.
    var timerAlerts = (sounds: true, vibration: true)
    /// Whether cook mode starts the camera, to turn the page by a wave.
    var hasGestures = false
}

struct Preferences: Equatable, Sendable {
    var defaultFilters = DefaultFilters()
    var units = UnitSystem.written
    var switches = Set(Switch.allCases.filter(\.isOnByDefault))
    var mailFrequency = MailFrequency.immediately

    /// Whether the bell shows notifications of a topic.
    func isOnSite(_ topic: MailTopic) -> Bool {
        NotificationSwitches.all.first { $0.topic == topic }.map { switches.contains($0.site) } ?? true
    }

    /// Whether emails name notifications of a topic.
    func isByMail(_ topic: MailTopic) -> Bool {
        mailFrequency != .never
            && NotificationSwitches.all.first { $0.topic == topic }.map { switches.contains($0.mail) } ?? true
    }

    /// Turns the emails of a topic off.
    mutating func unsubscribe(from topic: MailTopic) {
        if topic == .digest { mailFrequency = .never }
        if let switches = NotificationSwitches.all.first(where: { $0.topic == topic }) {
            self.switches.remove(switches.mail)
        }
    }
}
