// Deletes expired data once a day.

import Bytes
import Database
import Foundation

struct Retention {
    let writer: Writer
    let settings: SiteConfiguration

    func sweep(now: Int) throws {
        try writer.writeNow { try RetentionStore($0).sweep(now: now) }
        sweepMailFiles(now: now)
    }

    /// The name of each file begins with the time at which its email was written, in UTC milliseconds.
    private func sweepMailFiles(now: Int) {
        let folder = settings.outboxPath
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let time = Int(file.prefix(beforeAny: ".")), time <= now - AccountDeletionRules.mailFiles else {
                continue
            }
            try? FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        }
    }
}

struct RetentionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The mail sender deletes expired emails, sessions and links.
    func sweep(now: Int) throws {
        try ResetRequestStore(db).tidy(before: now - AccountDeletionRules.resetRequests)
        try BugStore(db).forgetReporters(before: now - AccountDeletionRules.closedReports)
        try ImportStore(db).tidy(now: now)
        try CatalogueChangeStore(db).tidy(before: now - AccountDeletionRules.drafts)
        try NotificationStore(db).tidy(before: now - NotificationRules.kept)
        try ReviewStore(db).tidy(before: now - ReviewRules.undoTime)
        try CookingStore(db).tidy(before: now - CookingRules.keptTime)
        try ShoppingStore(db).tidy(before: now - ShoppingRules.changeTime)
        try SavedViewStore(db).tidy(before: now - SavedView.undoTime)
        try MessageTemplateStore(db).tidy(before: now - MessageTemplate.undoTime)
        try TutorialStore(db).tidy(before: now - TutorialRules.undoTime)
        try UndoStore(db).tidy(before: now - FavouriteRules.undoTime)
    }
}
