// `toque user …`: manages users from the shell, also while the site is running.

import Database
import Foundation
import Mail
import Security
import Texts
import Words

enum UserCommand {
    static let command = CommandLineTool.Command(
        name: "user",
        usage:
            "add NAME --email E [--role admin] | list [--json] | password NAME | licence NAME --until DATE | link NAME | one-step NAME | delete NAME [--withdraw] | keep NAME | export NAME FILE",
        help: """
            adds and lists users, sets passwords and licences, creates one-time login links
            one-step turns off two-step login for a user who lost the phone and the recovery codes.
            delete closes an account, which is erased after two weeks; keep stops that. Public recipes stay under “a former
            member” unless --withdraw is given. export writes all data of a user to a ZIP file.
            The command asks for the password, or reads it as the first line of standard input; it is never an argument.
            """
    ) { arguments in
        guard let action = arguments.next() else {
            throw CommandLineTool.Usage(
                description:
                    "say what to do: toque user add, list, password, licence, link, one-step, delete, keep or export")
        }
        switch action {
        case "add": try add(&arguments)
        case "list": try list(&arguments)
        case "password": try setPassword(&arguments)
        case "licence": try grantLicence(&arguments)
        case "link": try makeLink(&arguments)
        case "one-step": try turnOffTwoStep(&arguments)
        case "delete": try delete(&arguments)
        case "keep": try keep(&arguments)
        case "export": try export(&arguments)
        default: throw CommandLineTool.Usage(description: "there is no “toque user \(action)”; see toque user --help")
        }
    }

    static let shell = Actor(id: nil, name: "shell", network: "")

    private static func add(_ arguments: inout Arguments) throws {
        let name = try name(&arguments)
        guard let email = try arguments.take(option: "--email") else {
            throw CommandLineTool.Usage(description: "--email is missing")
        }
        let roleName = try arguments.take(option: "--role") ?? "member"
        guard let role = Role(rawValue: roleName) else {
            throw CommandLineTool.Usage(description: "--role must be member, moderator or admin")
        }
        let configuration = try arguments.configuration()
        try arguments.finish()
        if let problem = AccountRules.problem(username: name) ?? MailAddress.problem(email) {
            throw CommandLineTool.Usage(description: Text.dynamic("register.problem.\(problem)", .en) ?? problem)
        }
        let owner = PasswordOwner(username: name, email: email, role: role)
        let password = try HashedPassword(try password(owner, configuration), cost: configuration.passwordCost)
        let now = Site.systemClock()
        try write(configuration) { db in
            let accounts = AccountStore(db)
            if try accounts.isTaken(username: name) {
                throw CommandLineTool.Usage(description: "there is a \(name) already, or a name that looks like it")
            }
            if try accounts.isTaken(email: email) {
                throw CommandLineTool.Usage(description: "\(email) has an account already")
            }
            let id = try accounts.add(username: name, email: email, password: password, role: role, now: now)
            try AuditStore(db).append(
                .init(action: "user-add", object: .user, id: id, from: "", to: role.rawValue), by: shell, at: now)
        }
        Terminal.print("\(name) can log in.")
    }

    private static func list(_ arguments: inout Arguments) throws {
        let isJSON = arguments.take(flag: "--json")
        let configuration = try arguments.configuration()
        try arguments.finish()
        try DataFolder.requireDatabase(configuration)
        let reader = try Connection(path: configuration.databasePath, mode: .readOnly)
        let now = Site.systemClock()
        var page = 1
        var users: [UserRow] = []
        while true {
            let more = try AccountStore(reader).search(UserFilter(), page: page, now: now).users
            if more.isEmpty { break }
            users += more
            page += 1
        }
        for user in users.reversed() {
            if isJSON {
                let object = UserJSON(user, now: now)
                Terminal.print(String(decoding: try JSONAnswer.bytes(object), as: UTF8.self))
            } else {
                let licence = user.licensedUntil.map { "licensed until \(Dates.iso($0))" } ?? ""
                Terminal.print([user.username, user.email, user.role.rawValue, licence].joined(separator: "\t"))
            }
        }
    }

    private static func setPassword(_ arguments: inout Arguments) throws {
        let name = try name(&arguments)
        let configuration = try arguments.configuration()
        try arguments.finish()
        let now = Site.systemClock()
        let owner = try write(configuration) { db -> PasswordOwner in
            try AccountStore(db).account(id(name, db), now: now)?.owner ?? PasswordOwner()
        }
        let password = try HashedPassword(try password(owner, configuration), cost: configuration.passwordCost)
        try write(configuration) { db in
            let id = try id(name, db)
            try AccountStore(db).setPassword(password, user: id)
            try AuditStore(db).append(
                .init(action: "password", object: .user, id: id, from: "", to: ""), by: shell, at: now)
            try Mailer(baseURL: configuration.baseURL).tell(.passwordChanged, user: id, db: db, now: now)
        }
        Terminal.print("\(name) has a new password; every session of the account has ended.")
    }

    private static func grantLicence(_ arguments: inout Arguments) throws {
        let name = try name(&arguments)
        guard let day = try arguments.take(option: "--until"), let until = Dates.endOfDay(day) else {
            throw CommandLineTool.Usage(description: "say --until as a day: 2027-12-31")
        }
        let note = try arguments.take(option: "--note") ?? ""
        let configuration = try arguments.configuration()
        try arguments.finish()
        let now = Site.systemClock()
        guard until > now else { throw CommandLineTool.Usage(description: "\(day) is in the past") }
        try write(configuration) { db in
            let user = try id(name, db)
            let grant = try LicenceStore(db).grant(user: user, until: until, note: note, by: shell, now: now)
            try Mailer(baseURL: configuration.baseURL).notify(
                .licenceGranted(grant, until: until, user: user), by: nil, db: db, now: now)
        }
        Terminal.print("\(name) may publish until the end of \(day).")
    }

    private static func makeLink(_ arguments: inout Arguments) throws {
        let name = try name(&arguments)
        let configuration = try arguments.configuration()
        try arguments.finish()
        let now = Site.systemClock()
        let token = try write(configuration) { db in
            let id = try id(name, db)
            try AuditStore(db).append(
                .init(action: "reset-link", object: .user, id: id, from: "", to: ""), by: shell, at: now)
            try Mailer(baseURL: configuration.baseURL).tell(.resetLinkMade, user: id, db: db, now: now)
            return try SessionStore(db).makeSignInLink(user: id, now: now)
        }
        Terminal.print(configuration.baseURL + Address.signIn(token))
    }

    private static func turnOffTwoStep(_ arguments: inout Arguments) throws {
        let name = try name(&arguments)
        let configuration = try arguments.configuration()
        try arguments.finish()
        let now = Site.systemClock()
        let isChanged = try write(configuration) { db in
            // Turning it off reads and seals nothing, so it needs no key.
            let id = try id(name, db)
            guard try TwoStepStore(db, key: []).turnOff(user: id, by: shell, now: now) else { return false }
            try Mailer(baseURL: configuration.baseURL).tell(.twoStepOff, user: id, db: db, now: now)
            return true
        }
        Terminal.print(isChanged ? "\(name) logs in with the password alone." : "\(name) had no second step.")
    }

    static func name(_ arguments: inout Arguments) throws -> String {
        guard let name = arguments.next() else { throw CommandLineTool.Usage(description: "say whose account it is") }
        return name
    }

    static func id(_ name: String, _ db: Connection) throws -> Int {
        guard let id = try AccountStore(db).id(username: name) else {
            throw CommandLineTool.Usage(
                description: "there is no user \(name); toque user list shows all names")
        }
        return id
    }

    @discardableResult
    static func write<T: Sendable>(
        _ configuration: Configuration, _ body: @escaping @Sendable (Connection) throws -> T
    ) throws -> T {
        try DataFolder.migrate(configuration)
        let writer = try Writer(path: configuration.databasePath)
        defer { writer.close() }
        return try writer.writeNow(body)
    }

    /// Reads the password from the terminal without echo, or from the first line of standard input.
    private static func password(_ owner: PasswordOwner, _ configuration: Configuration) throws -> String {
        let typed = Terminal.isInteractive ? getpass("Password: ").map { String(cString: $0) } : readLine()
        guard let typed else { throw CommandLineTool.Usage(description: "no password on standard input") }
        let password = PasswordRules.normalised(typed)
        let words = PasswordWords(path: configuration.passwordWords)
        if let problem = PasswordRules.problem(password, owner: owner, words: words) {
            throw CommandLineTool.Usage(description: problem.text(.en))
        }
        return password
    }
}
