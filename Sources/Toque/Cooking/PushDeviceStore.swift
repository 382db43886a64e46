// Stores the devices that ring when a timer ends while its page is closed, and finds the timers that ended.

import Database
import Security
import Words

/// A device as its browser describes it.
struct NewPushDevice: Equatable, Sendable {
    let endpoint: String
    let keys: PushKeys
    let language: Language
}

/// A device that can be sent messages.
struct PushDevice: Equatable, Sendable {
    let id: Int
    let endpoint: String
    let keys: PushKeys
    let language: Language
    /// How many messages in a row its push service did not accept.
    let failures: Int
}

/// A device as its owner sees it in a list.
struct PushDeviceRow: Sendable {
    let id: Int
    let browser: String
    let network: String
    let addedAt: Int
    let sessionID: String
}

/// A timer whose end its member's devices were not sent yet.
struct DueTimer: Equatable, Sendable {
    let user: Int
    let recipe: Int
    let key: String
    let name: String
    /// Empty if the member cannot read the recipe at the moment.
    let title: String
    let endsAt: Int
    /// Whether it is sent again, to the devices whose push service did not accept it.
    let isAgain: Bool
}

struct PushDeviceStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Adds the device of a session. A device that rang for another session rings only for this one from now on; beyond
    /// the limit, the member's oldest device is deleted.
    func add(_ device: NewPushDevice, session: String, user: Int, now: Int) throws {
        try db.run("DELETE FROM push_device WHERE endpoint = \(device.endpoint) OR session_id = \(session)")
        try db.run(
            """
            INSERT INTO push_device (session_id, user_id, endpoint, public_key, auth, language, added_at)
            VALUES (\(session), \(user), \(device.endpoint), \(device.keys.publicPoint), \(device.keys.auth),
                \(device.language.rawValue), \(now))
            """)
        try db.run(
            """
            DELETE FROM push_device WHERE id IN (SELECT id FROM push_device WHERE user_id = \(user)
                ORDER BY added_at DESC, id DESC LIMIT -1 OFFSET \(CookingRules.devices))
            """)
    }

    /// Whether the device of a session rings.
    func isOn(session: String) throws -> Bool {
        try db.exists("SELECT 1 FROM push_device WHERE session_id = \(session)")
    }

    /// Makes the device of a session ring in another language, if it rings.
    func setLanguage(_ language: Language, session: String) throws {
        try db.run(
            """
            UPDATE push_device SET language = \(language.rawValue)
            WHERE session_id = \(session) AND language <> \(language.rawValue)
            """)
    }

    /// The devices of a member, newest first.
    func list(user: Int) throws -> [PushDeviceRow] {
        try db.all(
            """
            SELECT d.id, s.browser, s.network, d.added_at, d.session_id
            FROM push_device d JOIN session s ON s.id = d.session_id
            WHERE d.user_id = \(user) ORDER BY d.added_at DESC, d.id DESC
            """
        ) { PushDeviceRow(id: $0[0], browser: $0[1], network: $0[2], addedAt: $0[3], sessionID: $0[4]) }
    }

    /// Deletes a device of a member; `false` if there is none.
    func remove(_ id: Int, user: Int) throws -> Bool {
        try db.run("DELETE FROM push_device WHERE id = \(id) AND user_id = \(user)") > 0
    }

    // What ringing needs

    /// The timers that ended and whose members have a device, oldest first, without those of some members.
    func due(now: Int, except members: Set<Int> = []) throws -> [DueTimer] {
        let others = "[\(members.map(String.init).joined(separator: ","))]"
        return try db.all(
            """
            SELECT t.user_id, t.recipe_id, t.timer_key, t.name, coalesce(p.title, v.title, ''), t.ends_at,
                t.ring_again_at IS NOT NULL
            FROM cook_timer t LEFT JOIN public_recipe p ON p.recipe_id = t.recipe_id
            LEFT JOIN recipe r ON r.id = t.recipe_id AND \(sql: CookingStore.readsLatest("t.user_id", now: now))
            LEFT JOIN revision v ON v.id = r.head_revision_id
            WHERE t.rung_at IS NULL AND t.ends_at <= \(now) AND t.ends_at > \(now - CookingRules.latestRing)
                AND coalesce(t.ring_again_at, 0) <= \(now)
                AND t.user_id NOT IN (SELECT value FROM json_each(\(others)))
                AND EXISTS (SELECT 1 FROM push_device d WHERE d.user_id = t.user_id)
            ORDER BY t.ends_at, t.user_id, t.timer_key LIMIT \(CookingRules.ringsAtATime)
            """
        ) { DueTimer(user: $0[0], recipe: $0[1], key: $0[2], name: $0[3], title: $0[4], endsAt: $0[5], isAgain: $0[6]) }
    }

    /// When the next timer of a member with a device ends, or is sent again; `nil` if none is.
    func nextEnd(after now: Int) throws -> Int? {
        let has: SQL = "t.rung_at IS NULL AND EXISTS (SELECT 1 FROM push_device d WHERE d.user_id = t.user_id)"
        let end: Int? = try db.value(
            "SELECT min(t.ends_at) FROM cook_timer t WHERE t.ends_at > \(now) AND \(sql: has)")
        let again: Int? = try db.value(
            """
            SELECT min(t.ring_again_at) FROM cook_timer t
            WHERE t.ring_again_at > \(now) AND t.ends_at > \(now - CookingRules.latestRing) AND \(sql: has)
            """)
        return [end, again].compactMap(\.self).min()
    }

    /// Whether the end is still to be sent: the timer was not stopped or changed in the meantime.
    func isDue(_ timer: DueTimer) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM cook_timer WHERE user_id = \(timer.user) AND recipe_id = \(timer.recipe)
                AND timer_key = \(timer.key) AND ends_at = \(timer.endsAt) AND rung_at IS NULL
            """)
    }

    /// The devices to which the end of a timer is sent now; none if it was stopped or changed in the meantime.
    func devices(for timer: DueTimer, now: Int) throws -> [PushDevice] {
        guard try isDue(timer) else { return [] }
        return try db.all(
            """
            SELECT id, endpoint, public_key, auth, language, failures FROM push_device
            WHERE user_id = \(timer.user) AND rests_until <= \(now) AND (failures > 0 OR NOT \(timer.isAgain)) ORDER BY id
            """
        ) { row -> PushDevice? in
            PushKeys(publicPoint: row[2], auth: row[3]).map {
                PushDevice(
                    id: row[0], endpoint: row[1], keys: $0, language: Language(rawValue: row[4]) ?? .en,
                    failures: row[5])
            }
        }.compactMap { $0 }
    }

    /// A device with the current number of its failures; `nil` if it rests or was deleted in the meantime.
    func ready(_ device: PushDevice, now: Int) throws -> PushDevice? {
        try db.first(
            """
            SELECT failures FROM push_device
            WHERE id = \(device.id) AND endpoint = \(device.endpoint) AND rests_until <= \(now)
            """
        ) {
            PushDevice(
                id: device.id, endpoint: device.endpoint, keys: device.keys, language: device.language, failures: $0[0])
        }
    }

    /// Marks the timer as sent, or as to be sent again when the first device has rested that has not accepted it.
    /// `since` is when its sending began.
    func markRung(_ timer: DueTimer, acceptedBy accepted: [Int], since: Int) throws {
        let again: Int? = try db.value(
            """
            SELECT min(rests_until) FROM push_device
            WHERE user_id = \(timer.user) AND rests_until > \(since) AND id NOT IN \(list: accepted)
            """)
        try db.run(
            """
            UPDATE cook_timer SET rung_at = iif(\(again) IS NULL, \(since), NULL), ring_again_at = \(again)
            WHERE user_id = \(timer.user) AND recipe_id = \(timer.recipe) AND timer_key = \(timer.key) AND ends_at = \(timer.endsAt)
            """)
    }

    /// Deletes a device that its push service does not know any more.
    func forget(_ id: Int) throws { try db.run("DELETE FROM push_device WHERE id = \(id)") }

    /// Records whether the push service of a device accepted a message in time. After failures the device rests, each time
    /// twice as long.
    func note(isAccepted: Bool, _ device: PushDevice, now: Int) throws {
        if isAccepted, device.failures == 0 { return }
        let failures = isAccepted ? 0 : device.failures + 1
        if failures > CookingRules.deviceFailures { return try forget(device.id) }
        let until = isAccepted ? 0 : now + CookingRules.rest(afterFailures: failures)
        try db.run(
            "UPDATE push_device SET failures = \(failures), rests_until = \(until) WHERE id = \(device.id)")
    }
}
