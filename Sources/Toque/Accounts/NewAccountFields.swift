// The username and email fields of a new account, created with a password or with a provider.

import Bytes
import Foundation
import HTTP
import Mail
import Texts
import Words

/// The values as typed.
struct NewAccountFields: Sendable {
    let username: String
    let email: String

    init(username: String = "", email: String = "") {
        self.username = username
        self.email = email
    }

    init(_ form: Form) {
        username = NameRules.composed((form["username"] ?? "").trimmed)
        email = (form["email"] ?? "").trimmed
    }

    func errors(_ context: Context) throws -> FieldErrors {
        var errors = FieldErrors()
        let (language, accounts) = (context.language, AccountStore(context.reader))
        if let problem = AccountRules.problem(username: username) {
            errors.add("username", Text.dynamic("register.problem.\(problem)", language) ?? problem)
        } else if try accounts.isTaken(username: username) {
            errors.add("username", Text.registerUsernameTaken(language))
        }
        if let problem = MailAddress.problem(email) {
            errors.add("email", Text.dynamic("register.problem.\(problem)", language) ?? problem)
        } else if try accounts.isTaken(email: email) {
            errors.add("email", Text.registerEmailTaken(language))
        }
        return errors
    }

    /// The errors for a user whose name or address was registered by someone else in the meantime; `message` comes from
    /// the database.
    static func taken(_ message: String, _ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        if message.contains("email") {
            errors.add("email", Text.registerEmailTaken(language))
        } else {
            errors.add("username", Text.registerUsernameTaken(language))
        }
        return errors
    }

    func usernameField(_ errors: FieldErrors, _ language: Language) -> Field {
        Field(
            name: "username", label: Text.registerUsername(language), value: username, error: errors["username"],
            help: Text.registerUsernameHelp(language), autocomplete: "username", isRequired: true)
    }

    func emailField(_ errors: FieldErrors, _ language: Language) -> Field {
        Field(
            name: "email", label: Text.registerEmail(language), value: email, error: errors["email"], type: "email",
            autocomplete: "email", isRequired: true)
    }
}
