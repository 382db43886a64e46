// Reads responses in tests: cookies, form tokens, texts, errors and JSON.

import Foundation
import HTTP

extension Response {
    var bytes: [UInt8] { body.read }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var location: String? { headers["Location"] }

    func json<T: Decodable>(as type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(bytes))
    }

    /// The field of a `Set-Cookie` header.
    func cookie(_ name: String) -> String? { headers.all("Set-Cookie").first { $0.hasPrefix(name + "=") } }

    /// The token of the page's first form.
    var formToken: String? { text.firstMatch(of: /name="csrf" value="([^"]+)"/).map { String($0.1) } }

    /// Whether the page contains the text, escaped for HTML.
    func shows(_ words: String) -> Bool { text.contains(words.escapedForHTML) }

    /// Whether the page has an error message at a field.
    func hasError(at field: String) -> Bool { text.contains(#"id="\#(field)-error""#) }
}

extension String {
    var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}

/// A list in a JSON answer.
struct ListAnswer<Item: Decodable & Sendable>: Decodable, Sendable {
    let total: Int
    let page: Int
    let items: [Item]
}

/// A recipe of a list.
struct CardAnswer: Decodable, Sendable {
    let id: Int
    let title: String
}

/// A recipe in the list of its author.
struct OwnRecipeAnswer: Decodable, Sendable {
    let id: Int
    let title: String
    let state: String
}

/// A submission of the queue.
struct SubmissionAnswer: Decodable, Sendable {
    let id: Int
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let recipe_id: Int
    let title: String
    let state: String
    let revision: Int
    let round: Int
    let author: String
}

/// A recipe with its calculated facts.
struct RecipeAnswer: Decodable, Sendable {
    struct Line: Decodable, Sendable {
        let amount: Double?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let amount_max: Double?
        let unit: String
        let ingredient: String
        let note: String
        let group: String
        let key: String?
    }

    let id: Int
    let title: String
    let description: String
    let author: String
    let category: String?
    let cuisine: String?
    let servings: Int?
    let ingredients: [Line]
    let steps: [String]
    let tips: String
    let source: String
    let diets: [String: String]
    let allergens: [String: String]
    let because: [String]
}

extension Response.Body {
    fileprivate var read: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .file(let path, let offset, let size):
            Array((FileManager.default.contents(atPath: path) ?? Data()).dropFirst(offset).prefix(size))
        case .pieces(let pieces): pieces.flatMap(\.read)
        case .stream: preconditionFailure("no page is a stream yet")
        }
    }
}
