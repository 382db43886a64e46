// Fuzzes email addresses and header texts: an accepted one cannot end a line of an email or an SMTP command.

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if let address = MailAddress(text) {
        precondition(isOneLine(address.text) && !address.text.contains { "<> ,;\"".contains($0) })
        precondition(MailAddress(address.text) == address)
    }
    if let mailbox = Mailbox(text) { precondition(isOneLine(mailbox.name.text) && isOneLine(mailbox.address.text)) }
    if let header = HeaderText(text) { precondition(isOneLine(header.text)) }
    _ = AccountRules.problem(username: text)
    precondition(AccountRules.key(AccountRules.key(text)) == AccountRules.key(text))
    return 0
}

private func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x2028 && $0.value != 0x2029 }
}
