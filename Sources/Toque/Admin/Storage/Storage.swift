// The admin's page of disk space: by kind, by day and by member, with the days that are left.

import Bytes
import Database
import Foundation
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum Storage {
    static func show(_ context: Context) async throws -> Response {
        let language = context.language
        let days = try StorageStore(context.reader).days(StorageRules.shown)
        let names = try AccountStore(context.reader).usernames(days.first?.members.map(\.user) ?? [])
        if context.wantsJSON {
            return try context.json(ListJSON(total: days.count, page: 1, items: days.map(StorageJSON.init)))
        }
        return context.page(
            StoragePage(
                layout: context.layout(title: Text.storageTitle(language), section: "admin", isListed: false),
                formToken: context.formToken,
                now: days.first.map { StorageNow($0, days, names, language) },
                chart: days.count > 1 ? StorageChart(days.reversed(), language) : nil))
    }

    /// Deletes pictures that nothing uses for a day, and measures again.
    static func clean(_ context: Context) async throws -> Response {
        let (admin, now, site) = (try context.member(), context.now, context.site)
        let count = try await site.workers.run {
            let reader = try Connection(path: site.settings.databasePath, mode: .readOnly)
            let count = try MediaSweep.run(site.writer, reader, mediaPath: site.settings.mediaPath, now: now)
            try site.writer.writeNow {
                try AuditStore($0).append(
                    .init(action: "clean-media", object: .site, id: 0, from: "", to: "\(count) folders"),
                    by: admin.actor, at: now)
            }
            try StorageWork(
                settings: site.settings, writer: site.writer,
                reader: Connection(path: site.settings.databasePath, mode: .readOnly), mailer: site.mailer
            ).run(now: now, isAsked: true)
            return count
        }
        return context.redirect(to: Address.storage(), done: count > 0 ? "media-cleaned" : "nothing-to-clean")
    }

    static func size(_ bytes: Int, _ language: Language) -> String {
        Int64(bytes).formatted(.byteCount(style: .file).locale(Locale(identifier: language.rawValue)))
    }
}

struct StoragePage {
    let layout: Layout
    let formToken: String
    let now: StorageNow?
    let chart: StorageChart?
}

/// The last measurement.
struct StorageNow {
    struct Line {
        let label: String
        let size: String
    }

    struct Member {
        let name: String
        let address: String
        let size: String
        let share: String
    }

    let at: HTML
    let kinds: [Line]
    let total: String
    let disk: String
    let percent: String
    let isFull: Bool
    let daysLeft: String?
    let members: [Member]

    init(_ day: StorageDay, _ days: [StorageDay], _ names: [Int: String], _ language: Language) {
        at = Moment(day.measuredAt, language).html { Text.storageMeasured(language, at: $0) }
        kinds = StorageDay.Kind.allCases.map { kind in
            Line(
                label: Text.dynamic("storage.kind.\(kind.rawValue)", language) ?? kind.rawValue,
                size: Storage.size(day.bytes[kind] ?? 0, language))
        }
        total = Storage.size(day.total, language)
        disk = Text.storageDisk(
            language, disk: Storage.size(day.disk, language), free: Storage.size(day.free, language))
        percent = String(Int(nearest: day.used * 100))
        isFull = day.used * 100 >= Double(StorageRules.thresholds[0])
        daysLeft = StorageRules.daysLeft(days).map { Text.storageDaysLeft(language, count: $0) }
        members = day.members.compactMap { user, bytes in
            names[user].map {
                Member(
                    name: $0, address: Address.user(user), size: Storage.size(bytes, language),
                    share: String(Int(nearest: Double(bytes) / Double(Quota.bytes) * 100)))
            }
        }
    }
}

/// The total of each day as bars, and as a table.
struct StorageChart {
    struct Bar {
        let x: Int
        let y: Int
        let height: Int
        let day: String
        let size: String
    }

    static let (width, height, barWidth) = (600, 120, 16)

    let bars: [Bar]
    let label: String
    let viewBox = "0 0 \(width) \(height)"
    let barWidth = String(Self.barWidth)

    init(_ days: [StorageDay], _ language: Language) {
        let most = Double(max(1, days.map(\.total).max() ?? 1))
        bars = days.enumerated().map { index, day in
            let height = max(1, Int(nearest: Double(day.total) / most * Double(Self.height)))
            return Bar(
                x: index * (Self.width / StorageRules.shown), y: Self.height - height, height: height,
                day: Dates.day(day.measuredAt, language), size: Storage.size(day.total, language))
        }
        label = Text.storageChart(language)
    }
}

struct StorageJSON: Encodable {
    let measuredAt: String
    let bytes: [String: Int]
    let total: Int
    let free: Int
    let disk: Int

    init(_ day: StorageDay) {
        measuredAt = Dates.time(day.measuredAt)
        bytes = Dictionary(uniqueKeysWithValues: day.bytes.map { ($0.key.rawValue, $0.value) })
        total = day.total
        free = day.free
        disk = day.disk
    }
}
