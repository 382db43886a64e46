// A browser for tests: it keeps cookies, adds the form token, and sends requests to the site in memory.

import Bytes
import Database
import Foundation
import HTTP

@testable import Toque

/// One browser with its own cookies and, like an event loop, its own read connection.
final class TestClient {
    static let host = "toque.test"

    let site: TestSite
    var cookies: [String: String] = [:]
    /// The IP address of the browser.
    var peer = "127.0.0.1"
    let reader: Connection

    init(_ site: TestSite) throws {
        self.site = site
        reader = try site.site.openReader()
    }

    /// Sends a request unchanged with the browser's cookies, and keeps the cookies of the answer.
    func send(
        _ method: HTTP.Method, _ target: String, headers: Headers = [:], body: [UInt8] = []
    ) async throws -> Response {
        var headers = headers
        if !headers.contains("Host") { headers["Host"] = Self.host }
        if !cookies.isEmpty {
            headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        }
        let request = try Request(method: method, target: target, headers: headers, body: body, peer: peer)
        let response = await site.site.respond(to: request, reader: reader)
        response.headers.all("Set-Cookie").forEach(keep)
        return response
    }

    /// Requests a page and follows a redirect to its canonical address; `send` returns the redirect itself.
    func get(_ target: String, headers: Headers = [:]) async throws -> Response {
        let response = try await send(.get, target, headers: headers)
        guard response.status == .movedPermanently, let canonical = response.headers["Location"] else {
            return response
        }
        return try await send(.get, canonical, headers: headers)
    }

    /// Requests JSON and decodes the answer.
    func json<T: Decodable>(_ target: String, as type: T.Type = T.self) async throws -> T {
        try await get(target, headers: ["Accept": "application/json"]).json()
    }

    /// Sends a form as a page of the site does: from the same origin, with the form token.
    func post(_ target: String, _ fields: [(String, String)] = [], headers: Headers = [:]) async throws -> Response {
        try await postAsIs(target, fields + [("csrf", token())], headers: headers)
    }

    /// Sends a form without a token.
    func postAsIs(_ target: String, _ fields: [(String, String)], headers: Headers = [:]) async throws -> Response {
        let body = Parameters(fields.map { (name: $0.0, value: $0.1) }).encoded()
        return try await post(
            target, type: "application/x-www-form-urlencoded", body: Array(body.utf8), headers: headers)
    }

    /// Sends a form with a file as `multipart/form-data`, with the form token.
    func upload(
        _ target: String, _ fields: [(String, String)], file: (name: String, filename: String, bytes: [UInt8])
    ) async throws -> Response {
        try await upload(target, fields, files: [file])
    }

    func upload(
        _ target: String, _ fields: [(String, String)], files: [(name: String, filename: String, bytes: [UInt8])]
    ) async throws -> Response {
        let boundary = "----boundary-of-the-tests"
        var body: [UInt8] = []
        for (name, value) in try await fields + [("csrf", token())] {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
        }
        for file in files {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(file.name)\"; ".utf8
            body += "filename=\"\(file.filename)\"\r\nContent-Type: application/octet-stream\r\n\r\n".utf8
            body += file.bytes + Array("\r\n".utf8)
        }
        body += "--\(boundary)--\r\n".utf8
        return try await post(target, type: "multipart/form-data; boundary=\(boundary)", body: body, headers: [:])
    }

    private func post(_ target: String, type: String, body: [UInt8], headers: Headers) async throws -> Response {
        var all: Headers = [
            "Content-Type": type, "Origin": "http://\(Self.host)", "Sec-Fetch-Site": "same-origin",
        ]
        for (name, value) in headers { all[name] = value }
        return try await send(.post, target, headers: all, body: body)
    }

    /// The token in the forms of this browser.
    func token() async throws -> String {
        if key.isEmpty { _ = try await get("/login") }
        return site.site.formToken(for: key)
    }

    /// Whether the site accepts the form token for this browser.
    func holds(_ token: String) -> Bool { site.site.isFormToken(token, for: key) }

    /// The session or visitor key to which form tokens are bound.
    private var key: String {
        let session = cookies["toque_session"]?.split(separator: ".").first.map(String.init)
        return session ?? cookies["toque_visitor"] ?? ""
    }

    /// Keeps a cookie, or deletes it when its age is zero.
    private func keep(_ field: String) {
        let parts = field.split(separator: ";").map(\.trimmed)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return }
        let name = String(pair[..<equals])
        cookies[name] = parts.contains("Max-Age=0") ? nil : String(pair[pair.index(after: equals)...])
    }
}
