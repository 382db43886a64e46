// Fuzzes search words, dates, codes and cookies: no text may cause a server error.

import Database
import Foundation
import HTTP
import Words

@testable import TestKit
@testable import Toque

private let site = Result { try TestSite() }

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let site = try? site.get(), let db = try? reader.get() else { preconditionFailure("no site") }
    do {
        try search(text, SearchStore(db), site)
        _ = try AccountStore(db).credentials(login: String(text.prefix(300)))
        _ = try SessionStore(db).viewer(cookie: text, from: .unknown, now: 0)
    } catch {
        preconditionFailure("\(error)")
    }
    _ = KnownDevice(cookie: text, site.site)
    if let end = Dates.endOfDay(text) { precondition(Dates.iso(end) == text) }
    _ = site.site.isFormToken(text, for: "x")
    return 0
}

/// Uses the text as the whole query of the search page, and as the text of its first field.
private func search(_ text: String, _ store: SearchStore, _ site: TestSite) throws {
    let catalogue = try site.catalogue()
    let all: [Parameters?] = [try? Parameters(parsing: text), Parameters([("q", text), ("with", text)])]
    for parameters in all.compactMap(\.self) {
        let form = SearchForm(parameters)
        let (query, _, _) = form.query(catalogue, DefaultFilters(), TypedSearch(form.words, catalogue), now: 0)
        let found = try store.find(query, page: form.page, now: 0)
        _ = try store.facets(query, found, now: 0)
    }
    _ = try store.titles(startingLike: text, fitting: DefaultFilters(), limit: 6)
    _ = try Spelling(db: store.db, catalogue: catalogue).better(TypedSearch(text, catalogue), text)
}

/// Not shared between threads, since libFuzzer calls from one thread only.
nonisolated(unsafe) private let reader = Result { try site.get().site.openReader() }
