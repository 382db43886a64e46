// `toque user delete`, `keep` and `export`: delete accounts, cancel that, and export their data, from the shell.

import Database

extension UserCommand {
    static func delete(_ arguments: inout Arguments) throws {
        let name = try name(&arguments)
        let fate = arguments.take(flag: "--withdraw") ? PublicRecipesChoice.withdraw : .keep
        let configuration = try arguments.configuration()
        try arguments.finish()
        let now = Site.systemClock()
        let mailer = Mailer(baseURL: configuration.baseURL)
        let isClosed = try write(configuration) { db in
            do {
                let open = configuration.providers.map(\.issuer)
                return try AccountDeletionStore(db).begin(id(name, db), fate, open: open, by: shell, mailer, now: now)
            } catch SiteError.conflict(.lastAdminStays) {
                throw CommandLineTool.Usage(
                    description: "\(name) is the last admin who can log in; make somebody else one first")
            }
        }
        let day = Dates.iso(now + AccountDeletionRules.grace)
        Terminal.print(
            isClosed
                ? "\(name) is closed and will be erased on \(day); toque user keep \(name) stops that."
                : "\(name) is closed already.")
    }

    static func keep(_ arguments: inout Arguments) throws {
        let name = try name(&arguments)
        let configuration = try arguments.configuration()
        try arguments.finish()
        let now = Site.systemClock()
        let isBack = try write(configuration) { db in
            let catalogue = try CatalogueStore(db).load()
            return try AccountDeletionStore(db).stop(id(name, db), by: shell, catalogue: catalogue, now: now)
        }
        Terminal.print(isBack ? "\(name) is back as it was." : "\(name) was not to be erased, or it is too late.")
    }

    static func export(_ arguments: inout Arguments) throws {
        let name = try name(&arguments)
        guard let file = arguments.next() else {
            throw CommandLineTool.Usage(description: "say the file to write: toque user export NAME FILE")
        }
        let configuration = try arguments.configuration()
        try arguments.finish()
        try DataFolder.requireDatabase(configuration)
        let reader = try Connection(path: configuration.databasePath, mode: .readOnly)
        let archive = ExportArchive(db: reader, mediaPath: configuration.site.mediaPath)
        let (id, now) = (try id(name, reader), Site.systemClock())
        try archive.write(of: id, to: file, site: configuration.baseURL, now: now)
        try write(configuration) {
            try AuditStore($0).append(
                .init(action: "export", object: .user, id: id, from: "", to: "file"), by: shell, at: now)
        }
        Terminal.print("\(file) holds everything of \(name).")
    }
}
