// The list of running timers along the lower edge of the recipe page and of cook mode.

import HTTP
import Words

/// What the timers of a page need, with the reader's choice of sound and vibration.
struct TimerDock {
    let script: String
    let sounds: String
    let pushScript: String
    let recipe: Int
    let title: String
    /// Empty for visitors, whose timers stay on their device.
    let owner: String
    let formToken: String
    let isSilent: Bool
    let isStill: Bool
    /// Whether the page lasts as long as the cooking, so that it asks for changes by other devices.
    let isCookMode: Bool
    var isMember: Bool { !owner.isEmpty }

    init(
        recipe: Int, title: String, _ reading: DisplayPreferences, isCookMode: Bool = false, _ context: Context
    ) {
        script = context.site.assets.address("timer.js")
        sounds = context.site.assets.address("sounds.js")
        pushScript = context.site.assets.address("push.js")
        (self.recipe, self.title, self.isCookMode) = (recipe, title, isCookMode)
        owner = context.viewer.map { String($0.id) } ?? ""
        formToken = context.viewer == nil ? "" : context.formToken
        (isSilent, isStill) = (!reading.timerAlerts.sounds, !reading.timerAlerts.vibration)
    }
}
