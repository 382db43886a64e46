// Tests of requests to other sites: what is sent, what is refused, and the limits of time and size.

import Fetching
import Foundation
import HTTP
import HTTPServer
import Testing

@Suite(.serialized) struct FetchingTests {
    /// Runs a server on this machine for the length of a test; the client waits on its own thread.
    private func ask(_ requests: [FetchRequest], seconds: Int = 10) async throws -> [Result<FetchAnswer, FetchFailure>]
    {
        let server = Server(configuration: ServerConfiguration(loops: 1)) { _ in { await Self.answer($0) } }
        let port = try server.start()
        let pool = WorkerPool(threads: 1, queueLimit: 10)
        let answers = try await pool.run {
            requests.map { request in
                var request = request
                request.url = request.url.replacing("PORT", with: String(port))
                return Result { () throws(FetchFailure) in try HTTPSClient(seconds: seconds).fetch(request) }
            }
        }
        await server.stop(within: 1)
        return answers
    }

    private static func answer(_ request: Request) async -> Response {
        switch request.segments.first {
        case "redirect": return .redirect(to: "/secret")
        case "long": return .text(String(repeating: "x", count: HTTPSClient.most + 1))
        case "fits": return .text(String(repeating: "x", count: HTTPSClient.most))
        case "missing": return .text("no", status: .notFound)
        case "silent":
            try? await Task.sleep(for: .seconds(3))
            return .text("late")
        default:
            let body = (try? request.body.bytes()).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return .text("\(request.method.rawValue) \(request.headers["X-Asked"] ?? "") \(body)")
        }
    }

    @Test func `a request sends its form and header fields, and any status is an answer`() async throws {
        let answers = try await ask([
            FetchRequest("http://127.0.0.1:PORT/", form: "a=%C3%A9&b=1", headers: [("X-Asked", "yes")]),
            FetchRequest("http://127.0.0.1:PORT/", headers: [("X-Asked", "no")]),
            FetchRequest("http://127.0.0.1:PORT/missing"),
        ])
        #expect(
            try answers.map { String(decoding: try $0.get().body, as: UTF8.self) } == [
                "POST yes a=%C3%A9&b=1", "GET no ", "no",
            ])
        #expect(try answers[2].get().status == 404)
    }

    @Test func `redirects are not followed`() async throws {
        let answer = try await ask([FetchRequest("http://127.0.0.1:PORT/redirect")])[0].get()
        #expect(answer.status == 303)
    }

    @Test func `an answer up to the limit is read, a longer one is refused`() async throws {
        let answers = try await ask([
            FetchRequest("http://127.0.0.1:PORT/fits"), FetchRequest("http://127.0.0.1:PORT/long"),
        ])
        #expect(try answers[0].get().body.count == HTTPSClient.most)
        #expect(throws: FetchFailure.unreachable("too long")) { try answers[1].get() }
    }

    @Test func `a request to a silent server ends after its time limit`() async throws {
        let answer = try await ask([FetchRequest("http://127.0.0.1:PORT/silent")], seconds: 1)[0]
        #expect(throws: FetchFailure.unreachable("Timeout was reached")) { try answer.get() }
    }

    @Test(arguments: [
        "http://example.org/", "http://127.0.0.1.example.org/", "http://127.0.0.1@example.org/", "ftp://127.0.0.1/",
        "file:///etc/passwd", "https://", "https://a:b@example.org/", "//example.org", "gopher://127.0.0.1/", "",
        "http://[::2]/", "HTTPS//example.org",
    ])
    func `any address but HTTPS and this machine is refused`(url: String) {
        #expect(!isFetchable(url))
        #expect(throws: FetchFailure.address) { try HTTPSClient().fetch(FetchRequest(url)) }
    }

    @Test func `a header value with a line break is refused`() {
        let request = FetchRequest("http://127.0.0.1:1/", headers: [("A", "b\r\nC: d")])
        #expect(throws: FetchFailure.address) { try HTTPSClient().fetch(request) }
    }

    @Test func `a server without a valid certificate is refused`() async throws {
        let answer = try await ask([FetchRequest("https://127.0.0.1:PORT/")])[0]
        #expect(throws: FetchFailure.self) { try answer.get() }
    }
}
