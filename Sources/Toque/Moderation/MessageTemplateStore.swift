// Stores message templates. A deleted one can be restored for a day.

import Database
import Words

struct MessageTemplateStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// All templates by title, those in the given language first.
    func all(first language: Language? = nil) throws -> [MessageTemplate] {
        try db.all(
            """
            SELECT id, language, title, text, version FROM message_template WHERE deleted_at IS NULL
            ORDER BY language <> \(language?.rawValue ?? ""), title, id LIMIT \(MessageTemplate.limit)
            """, Self.row)
    }

    func template(_ id: Int) throws -> MessageTemplate? {
        try db.first(
            """
            SELECT id, language, title, text, version FROM message_template WHERE id = \(id) AND deleted_at IS NULL
            """, Self.row)
    }

    /// Returns the number of the new template; `nil` if there are too many.
    func add(_ template: MessageTemplate, by actor: Actor, now: Int) throws -> Int? {
        guard try all().count < MessageTemplate.limit else { return nil }
        try db.run(
            """
            INSERT INTO message_template (language, title, text)
            VALUES (\(template.language.rawValue), \(template.title), \(template.text))
            """)
        let id = db.lastInsertID
        try log("add-template", id, template.title, by: actor, now: now)
        return id
    }

    /// Saves over the version that was edited; false if another moderator saved a newer one.
    func save(_ template: MessageTemplate, by actor: Actor, now: Int) throws -> Bool {
        let saved = try db.run(
            """
            UPDATE message_template SET language = \(template.language.rawValue), title = \(template.title),
                text = \(template.text), version = version + 1
            WHERE id = \(template.id) AND version = \(template.version) AND deleted_at IS NULL
            """)
        guard saved == 1 else { return false }
        try log("edit-template", template.id, template.title, by: actor, now: now)
        return true
    }

    func delete(_ template: MessageTemplate, by actor: Actor, now: Int) throws -> Bool {
        let deleted = try db.run(
            "UPDATE message_template SET deleted_at = \(now) WHERE id = \(template.id) AND deleted_at IS NULL")
        guard deleted == 1 else { return false }
        try log("delete-template", template.id, template.title, by: actor, now: now)
        return true
    }

    /// Returns false if it is not deleted, or was too long ago. Throws a conflict if there are too many.
    func restore(_ id: Int, by actor: Actor, now: Int) throws -> Bool {
        let count = try all().count
        let restored = try db.run(
            """
            UPDATE message_template SET deleted_at = NULL
            WHERE id = \(id) AND deleted_at > \(now - MessageTemplate.undoTime)
            """)
        guard restored == 1 else { return false }
        guard count < MessageTemplate.limit else { throw SiteError.conflict(.templatesFull) }
        try log("restore-template", id, "", by: actor, now: now)
        return true
    }

    /// Whether somebody deleted a template with this number.
    func wasDeleted(_ id: Int) throws -> Bool {
        try AuditStore(db).has("delete-template", .site, id)
    }

    func tidy(before time: Int) throws { try db.run("DELETE FROM message_template WHERE deleted_at <= \(time)") }

    private func log(_ action: String, _ id: Int, _ title: String, by actor: Actor, now: Int) throws {
        try AuditStore(db).append(
            .init(action: action, object: .site, id: id, from: "", to: "", detail: title), by: actor, at: now)
    }

    private static func row(_ row: Row) -> MessageTemplate {
        MessageTemplate(
            id: row[0], language: Language(rawValue: row[1]) ?? .en, title: row[2], text: row[3], version: row[4])
    }
}

extension ErrorReason {
    static let templatesFull = ErrorReason("templates-full")
}
