// Stores the texts of the pages about the site, one row for each save.

import Database
import Words

/// A page with its texts.
struct SavedPage: Sendable, Equatable {
    let page: SitePage
    /// The number of its row; 0 for the first texts.
    let id: Int
    /// Grows by one with each save; 0 for the first texts.
    let version: Int
    let texts: [Language: String]
    /// UTC milliseconds; `nil` for the first texts.
    let savedAt: Int?

    /// The text in this language, or else in the other.
    func text(_ language: Language) -> (text: String, language: Language) {
        let written = ([language] + Language.allCases).first { texts[$0]?.isEmpty == false } ?? language
        return (texts[written] ?? "", written)
    }
}

struct SitePageStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The current texts of a page.
    func page(_ page: SitePage) throws -> SavedPage {
        try db.first(
            """
            SELECT id, version, text_en, text_ru, saved_at FROM site_page WHERE page = \(page.rawValue)
            ORDER BY version DESC LIMIT 1
            """
        ) { Self.saved(page, $0) } ?? SavedPage(page: page, id: 0, version: 0, texts: page.firstTexts, savedAt: nil)
    }

    private static func saved(_ page: SitePage, _ row: Row) -> SavedPage {
        SavedPage(page: page, id: row[0], version: row[1], texts: [.en: row[2], .ru: row[3]], savedAt: row[4])
    }

    /// Saves new texts; returns the number of the row, or `nil` if the page no longer has this version.
    func save(_ page: SitePage, _ texts: [Language: String], over version: Int, by actor: Actor, now: Int) throws
        -> Int?
    {
        guard try self.page(page).version == version else { return nil }
        return try add(page, texts, version: version + 1, action: "edit-page", by: actor, now: now)
    }

    /// Brings back the texts from before a save, as a new version. Returns the page; throws a conflict if it was saved
    /// again since.
    func undo(_ id: Int, by actor: Actor, now: Int) throws -> SitePage {
        guard let name: String = try db.value("SELECT page FROM site_page WHERE id = \(id)"),
            let page = SitePage(rawValue: name)
        else { throw SiteError.notFound }
        let current = try self.page(page)
        guard current.id == id else { throw SiteError.conflict(.changedMeanwhile) }
        let before = try db.first(
            """
            SELECT id, version, text_en, text_ru, saved_at FROM site_page
            WHERE page = \(name) AND version = \(current.version - 1)
            """
        ) { Self.saved(page, $0) }
        _ = try add(
            page, before?.texts ?? page.firstTexts, version: current.version + 1, action: "undo-page", by: actor,
            now: now)
        return page
    }

    private func add(
        _ page: SitePage, _ texts: [Language: String], version: Int, action: String, by actor: Actor, now: Int
    ) throws -> Int {
        try db.run(
            """
            INSERT INTO site_page (page, version, text_en, text_ru, saved_at)
            VALUES (\(page.rawValue), \(version), \(texts[.en] ?? ""), \(texts[.ru] ?? ""), \(now))
            """)
        let id = db.lastInsertID
        try db.run(
            """
            DELETE FROM site_page
            WHERE page = \(page.rawValue) AND version <= \(version - SitePageRules.versions)
            """)
        try AuditStore(db).append(
            .init(
                action: action, object: .site, id: id, from: String(version - 1), to: String(version),
                detail: page.rawValue), by: actor, at: now)
        return id
    }
}
