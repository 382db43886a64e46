// A recipe's state as a badge, on its page and in lists.

import Texts
import Words

struct StatusBadge {
    let icon: String
    let label: String
    /// The style: `yes`, `no` or `unknown`.
    let style: String
}

extension RecipeState {
    func badge(_ language: Language) -> StatusBadge {
        let style =
            switch self {
            case .live, .liveEdited, .liveQueued: "yes"
            case .rejected, .changesRequested, .takenDown, .hidden, .deleted: "no"
            case .draft, .queued, .unpublished: "unknown"
            }
        let icon =
            switch self {
            case .live: "check"
            case .draft, .liveEdited, .unpublished: "edit"
            case .queued, .liveQueued: "clock"
            case .changesRequested, .takenDown, .hidden: "warning"
            case .deleted: "trash"
            case .rejected: "cross"
            }
        return StatusBadge(
            icon: icon, label: Text.dynamic("recipe.state.\(rawValue)", language) ?? rawValue, style: style)
    }
}
