// The admin's page of backups: the last ones, and a button that asks for one.

import Database
import Foundation
import HTML
import HTTP
import Texts
import Words

enum Backups {
    private static let shown = 30

    static func show(_ context: Context) async throws -> Response {
        let (language, settings) = (context.language, context.site.settings.backups)
        let runs = try BackupStore(context.reader).last(shown)
        if context.wantsJSON {
            return try context.json(ListJSON(total: runs.count, page: 1, items: runs.map(BackupJSON.init)))
        }
        return context.page(
            BackupsPage(
                layout: context.layout(title: Text.backupsTitle(language), section: "admin", isListed: false),
                formToken: context.formToken, folder: settings.folder,
                schedule: settings.hours > 0
                    ? Text.backupsSchedule(language, hours: String(settings.hours), keep: String(settings.keep))
                    : Text.backupsNoSchedule(language, keep: String(settings.keep)),
                isEncrypted: settings.keyFile != nil,
                isBusy: runs.contains { $0.state == .waiting || $0.state == .running },
                rows: runs.map { BackupRow($0, language) }))
    }

    static func ask(_ context: Context) async throws -> Response {
        let (admin, now) = (try context.member(), context.now)
        guard context.site.settings.backups.folder != nil else { throw SiteError.conflict(.noBackupFolder) }
        let isNew = try await context.site.writer.write { db in
            guard try BackupStore(db).ask(now: now) else { return false }
            try AuditStore(db).append(
                .init(action: "backup", object: .site, id: 0, from: "", to: "asked"), by: admin.actor, at: now)
            return true
        }
        context.site.wakeSignal.wake()
        return context.redirect(to: Address.backups(), done: isNew ? "backup-asked" : "nothing-changed")
    }
}

extension ErrorReason {
    static let noBackupFolder = ErrorReason("no-backup-folder")
}

struct BackupsPage {
    let layout: Layout
    let formToken: String
    /// Where backups are written; `nil` if that is not set.
    let folder: String?
    let schedule: String
    let isEncrypted: Bool
    let isBusy: Bool
    let rows: [BackupRow]
}

struct BackupRow {
    let state: String
    let style: String
    let at: HTML
    let file: String
    let size: String?
    let problem: String
    /// The percentage of one that is being made.
    let percent: String?

    init(_ run: BackupRun, _ language: Language) {
        state = Text.dynamic("backups.state.\(run.state.rawValue)", language) ?? run.state.rawValue
        style =
            switch run.state {
            case .done: "yes"
            case .failed: "no"
            case .waiting, .running: "unknown"
            }
        at = Moment(run.endedAt ?? run.askedAt, language).html
        file = run.file
        size =
            run.state == .done
            ? Int64(run.size).formatted(.byteCount(style: .file).locale(Locale(identifier: language.rawValue))) : nil
        problem = run.problem
        percent = run.state == .running ? String(run.percent) : nil
    }
}

struct BackupJSON: Encodable {
    let id: Int
    let state: String
    let askedAt: String
    let endedAt: String?
    let percent: Int
    let file: String
    let size: Int
    let problem: String

    init(_ run: BackupRun) {
        id = run.id
        state = run.state.rawValue
        askedAt = Dates.time(run.askedAt)
        endedAt = run.endedAt.map(Dates.time)
        percent = run.percent
        file = run.file
        size = run.size
        problem = run.problem
    }
}
