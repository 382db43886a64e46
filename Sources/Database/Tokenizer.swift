// The FTS5 tokenizer `toque`, which splits recipes and searches into the same words.

import CSQLite
import Words

/// Splits a text into words for FTS5. In documents each case-folded word has its stem at the same position; in queries
/// there is only the stem; before a `*` the word is used as typed, because the beginning of a word has no stem.
enum Tokenizer {
    /// Registers `tokenize = 'toque'` for a connection, with its own stemmer.
    static func register(on handle: OpaquePointer) throws {
        guard let api = try interface(of: handle) else {
            throw DatabaseError.misuse("SQLite was built without FTS5")
        }
        var tokenizer = fts5_tokenizer(xCreate: createTokenizer, xDelete: { _ in }, xTokenize: tokenize)
        let stemmer = Unmanaged.passRetained(Stemmer())
        let code = api.pointee.xCreateTokenizer(api, "toque", stemmer.toOpaque(), &tokenizer) { stemmer in
            if let stemmer { Unmanaged<Stemmer>.fromOpaque(stemmer).release() }
        }
        guard code == SQLITE_OK else {
            stemmer.release()
            throw DatabaseError(code: code, handle: handle)
        }
    }

    private static func interface(of handle: OpaquePointer) throws -> UnsafeMutablePointer<fts5_api>? {
        var api: UnsafeMutablePointer<fts5_api>?
        try withUnsafeMutablePointer(to: &api) { api in
            let statement = try Statement("SELECT fts5(?1)", on: handle)
            toque_bind_fts5_pointer(statement.pointer, 1, api)
            _ = try statement.step()
        }
        return api
    }
}

/// FTS5's callback for words: its context, flags, the word and its length, and the start and end in the text.
private typealias TokenCallback =
    @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32) -> Int32

/// Creates a table's tokenizer: the connection's stemmer, which needs no settings and outlives the table.
private func createTokenizer(
    stemmer: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _: Int32,
    tokenizer: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    tokenizer?.pointee = stemmer.map { OpaquePointer($0) }
    return SQLITE_OK
}

private func tokenize(
    tokenizer: OpaquePointer?, context: UnsafeMutableRawPointer?, flags: Int32, text: UnsafePointer<CChar>?,
    length: Int32, token: TokenCallback?
) -> Int32 {
    guard let tokenizer, let token, let text else { return SQLITE_OK }
    let stemmer = Unmanaged<Stemmer>.fromOpaque(UnsafeRawPointer(tokenizer)).takeUnretainedValue()
    let isQuery = flags & FTS5_TOKENIZE_QUERY != 0
    let isPrefix = flags & FTS5_TOKENIZE_PREFIX != 0
    let utf8 = UnsafeRawBufferPointer(start: text, count: Int(length)).assumingMemoryBound(to: UInt8.self)

    func emit(_ word: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ flags: Int32 = 0) throws {
        let code = word.withMemoryRebound(to: CChar.self) {
            token(context, flags, $0.baseAddress, Int32($0.count), Int32(range.lowerBound), Int32(range.upperBound))
        }
        guard code == SQLITE_OK else { throw Refusal(code: code) }
    }

    do {
        try Words.forEachWord(in: utf8) { range, word in
            if isQuery {
                try emit(isPrefix ? word : stemmer.stem(word), range)
            } else {
                try emit(word, range)
                let stem = stemmer.stem(word)
                if !stem.elementsEqual(word) { try emit(stem, range, FTS5_TOKEN_COLOCATED) }
            }
        }
    } catch {
        return (error as? Refusal)?.code ?? SQLITE_ERROR
    }
    return SQLITE_OK
}

/// FTS5 stopped the tokenizer, with an error of its own or because it has found what it looks for.
private struct Refusal: Error {
    let code: Int32
}
