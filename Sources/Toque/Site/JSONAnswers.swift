// The data of pages as JSON, for requests with `Accept: application/json`.

import Foundation
import HTTP

/// JSON as the site writes it: property names in snake case, dictionary keys as they are.
enum JSONAnswer {
    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}

/// A refused request.
struct ErrorJSON: Encodable {
    let status: Int
    let error: String
    let reason: String?
    let request: String

    init(_ status: Status, _ reason: String?, _ context: Context) {
        (self.status, error, self.reason, request) = (status.code, status.reason, reason, context.requestID)
    }
}

/// A list: the total number of items, the number of this page, and its items.
struct ListJSON<Item: Encodable>: Encodable {
    let total: Int
    let page: Int
    let items: [Item]
}

/// The answer to a change that can be undone.
struct StepJSON: Encodable {
    /// The number of the step that undoes it; `nil` if nothing changed.
    let step: Int?
}

extension Context {
    func json(_ value: some Encodable, status: Status = .ok) throws -> Response {
        Response.json(try JSONAnswer.bytes(value), status: status)
    }
}
