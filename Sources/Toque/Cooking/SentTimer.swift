// A timer as a script sends it, checked against the limits.

import Bytes
import HTTP

/// A timer as a script sends it.
struct SentTimer: Equatable, Sendable {
    enum State: Equatable, Sendable {
        /// In milliseconds; 0 when its time is up.
        case running(left: Int)
        case paused(left: Int)
        /// Stopped: the row is deleted.
        case gone
    }

    let recipe: Int
    let key: String
    let name: String
    /// Of the whole timer.
    let seconds: Int
    let state: State

    /// `nil` if a field is missing or outside the limits.
    init?(_ form: Form) {
        guard let recipe = form["recipe"].flatMap({ Int($0) }), recipe > 0, let key = form["key"],
            CookingRules.isKey(key), let seconds = form["seconds"].flatMap({ Int($0) }),
            RecipeLimits.timer.contains(seconds)
        else { return nil }
        let name = (form["name"] ?? "").inOneLine
        guard (1...CookingRules.timerName).contains(name.length) else { return nil }
        let left = form["left"].flatMap { Int($0) } ?? 0
        guard (0...CookingRules.longestTimer).contains(left) else { return nil }
        switch form["state"] {
        case "running": state = .running(left: left)
        case "paused": state = .paused(left: left)
        case "gone": state = .gone
        default: return nil
        }
        (self.recipe, self.key, self.name, self.seconds) = (recipe, key, name, seconds)
    }
}
