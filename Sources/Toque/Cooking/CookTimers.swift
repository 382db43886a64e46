// Handlers for the timers of members, which scripts read and change so that every device shows them.

import Database
import HTTP
import Texts
import Words

enum CookTimers {
    static func list(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        return try context.json(
            CookTimersJSON(
                CookingStore(context.reader).timers(user: viewer.id, now: context.now),
                PushJSON(
                    context.site.webPush, isOn: PushDeviceStore(context.reader).isOn(session: viewer.sessionID)),
                now: context.now))
    }

    /// Changes one timer, and answers with all of them.
    static func set(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        guard let timer = SentTimer(context.form) else {
            return try context.json(
                CookProblemJSON(problems: [Text.timerWrong(context.language)]), status: .unprocessable)
        }
        let language = context.language
        let (timers, isOn) = try await context.site.writer.write { db in
            try CookingStore(db).set(timer, user: viewer.id, now: now)
            try PushDeviceStore(db).setLanguage(language, session: viewer.sessionID)
            return (
                try CookingStore(db).timers(user: viewer.id, now: now),
                try PushDeviceStore(db).isOn(session: viewer.sessionID)
            )
        }
        context.site.timerRinger.wake()
        return try context.json(CookTimersJSON(timers, PushJSON(context.site.webPush, isOn: isOn), now: now))
    }
}

/// The timers of a member as JSON.
struct CookTimersJSON: Encodable {
    struct Timer: Encodable {
        let recipe: Int
        let key: String
        let name: String
        let title: String
        let address: String
        let seconds: Int
        let isRunning: Bool
        /// In milliseconds; 0 when its time is up. Clocks of devices differ, so there is no time of day in it.
        let left: Int
        /// How long ago its time was up, in milliseconds.
        let over: Int
    }

    let timers: [Timer]
    let push: PushJSON

    init(_ stored: [StoredTimer], _ push: PushJSON, now: Int) {
        self.push = push
        timers = stored.map { timer in
            let left = timer.endsAt.map { $0 - now } ?? timer.left ?? 0
            return Timer(
                recipe: timer.recipe, key: timer.key, name: timer.name, title: timer.title,
                address: Cooking.address(timer.recipe, step: Int(timer.key), servings: nil), seconds: timer.seconds,
                isRunning: timer.endsAt != nil, left: max(0, left), over: max(0, -left))
        }
    }
}

/// Why a script's change was refused.
struct CookProblemJSON: Encodable {
    let problems: [String]
}

struct CookSessionJSON: Encodable {
    let step: Int
    let servings: Int?
}
