// The check of a typed email address.

import Mail

extension MailAddress {
    /// The problem with a typed address as a key of the locale files, or `nil`: the mail sender has to accept it. Only a
    /// sent email can show whether the address exists.
    static func problem(_ text: String) -> String? { MailAddress(text) == nil ? "email-form" : nil }
}
