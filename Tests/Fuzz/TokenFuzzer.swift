// Fuzzes signed tokens and key sets: no token that was made without the key is accepted.

private let keys: KeySet = {
    let text = """
        {"keys":[{"kty":"EC","crv":"P-256","kid":"a","x":"axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY",\
        "y":"T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}]}
        """
    guard let keys = KeySet(Array(text.utf8)), keys.keys.count == 1 else { preconditionFailure("no key") }
    return keys
}()

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let text = String(validating: bytes, as: UTF8.self) {
        look(at: text)
        // The lines become the parts of a token, since random bytes are hardly ever valid Base64URL.
        let parts = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        look(at: parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: "."))
    }
    if let set = KeySet(bytes) { precondition(set.keys.count <= 64) }
    if let names = StrictJSON.keys(bytes) { precondition(names.count <= count) }
    return 0
}

private func look(at text: String) {
    guard let token = try? SignedToken(text) else { return }
    precondition(text.utf8.count <= SignedToken.longest)
    precondition(text.split(separator: ".", omittingEmptySubsequences: false).count == 3)
    precondition(StrictJSON.keys(token.payload) != nil)
    for key in keys.keys { precondition(!token.isSigned(by: key)) }
    if let key = keys.key(for: token) { precondition(key.algorithm == token.algorithm) }
}
