// The two fields for a new password, used wherever one is chosen, and the messages about bad ones.

import HTTP
import Texts
import Words

/// The values of the two password fields.
struct TypedPassword: Sendable {
    let password: String
    let again: String

    init(_ form: Form) {
        password = PasswordRules.normalised(form["password"] ?? "")
        again = PasswordRules.normalised(form["password_again"] ?? "")
    }

    /// Adds the problem, if any, to the errors of the form.
    func check(_ owner: PasswordOwner, _ context: Context, _ errors: inout FieldErrors) {
        if let problem = PasswordRules.problem(password, owner: owner, words: context.site.passwordWords) {
            errors.add("password", problem.text(context.language))
        } else if password != again {
            errors.add("password_again", Text.passwordProblemDiffers(context.language))
        }
    }
}

extension PasswordProblem {
    func text(_ language: Language) -> String {
        switch self {
        case .short(let least): Text.passwordProblemShort(language, least: least)
        case .long(let most): Text.passwordProblemLong(language, most: most)
        case .common: Text.passwordProblemCommon(language)
        case .personal: Text.passwordProblemPersonal(language)
        }
    }
}

/// The two fields, with the data that the strength meter's script needs.
struct NewPassword {
    let password: Field
    let again: Field
    let least: Int
    /// The user's name and email address, for forms that do not contain them: passwords based on them are easy to
    /// guess.
    let names: String

    init(_ owner: PasswordOwner, _ errors: FieldErrors, label: String? = nil, _ language: Language) {
        least = PasswordRules.leastLength(role: owner.role, hasTwoStep: owner.hasTwoStep)
        names = [owner.username, owner.email].filter { !$0.isEmpty }.joined(separator: " ")
        password = Field(
            name: "password", label: label ?? Text.registerPassword(language), error: errors["password"],
            help: Text.passwordHelp(language, least: least), type: "password", autocomplete: "new-password",
            isRequired: true)
        again = Field(
            name: "password_again", label: Text.registerPasswordAgain(language), error: errors["password_again"],
            type: "password", autocomplete: "new-password", isRequired: true)
    }
}
