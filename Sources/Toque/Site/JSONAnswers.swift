// The same data as JSON for those who ask for it: `Accept: application/json`.

import Foundation
import HTTP

/// JSON as the site writes it: names of values in words with underscores, keys of dictionaries as they are.
enum JSONAnswer {
    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}

/// A list: how many there are in all, which page this is, and its items.
struct ListJSON<Item: Encodable>: Encodable {
    let total: Int
    let page: Int
    let items: [Item]
}

extension Context {
    func json(_ value: some Encodable, status: Status = .ok) throws -> Response {
        Response.json(try JSONAnswer.bytes(value), status: status)
    }
}
