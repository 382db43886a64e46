// Checks the route table against the views, scripts and tests.

import HTTP
import Testing

@testable import Toque

struct RouteTests {
    static let router = Routes.router()

    /// An address in a file of the project, with its method if that is known.
    struct Mention: CustomStringConvertible {
        let file: ProjectFile
        let path: String
        let methods: [HTTP.Method]

        var description: String { "\(file): \(methods.map(\.rawValue)) \(path)" }

        /// The routes that match the address.
        var routes: [Route] {
            let segments = path.split(separator: "/").map(String.init)
            return methods.compactMap {
                if case .found(let route, _) = RouteTests.router.lookup($0, segments) { route } else { nil }
            }
        }
    }

    @Test func `every literal address in views and scripts has a route`() {
        let mentions =
            Project.views.flatMap(Self.addresses(inView:)) + Project.scripts.flatMap(Self.addresses(inScript:))
        #expect(mentions.count > 20)
        let dead = mentions.filter(\.routes.isEmpty)
        #expect(dead.isEmpty)
    }

    @Test func `every form that changes something carries the token`() {
        var count = 0
        for view in Project.views {
            for form in view.text.matches(of: /<form\b[^>]*>(?:(?!<\/form>)[\s\S])*/) {
                let text = String(form.output)
                let isPost = text.prefix { $0 != ">" }.contains(#"method="post""#)
                let tokens = text.matches(
                    of: /<input type="hidden" name="csrf" value="\{\{(?:[a-zA-Z]+\.)?formToken\}\}">/)
                #expect(tokens.count == (isPost ? 1 : 0), "\(view): \(text.prefix(80))")
                if isPost { count += 1 }
            }
        }
        #expect(count > 10)
    }

    @Test func `every route is used in a test`() {
        let mentions = (Project.tests + Project.browserTests).flatMap(Self.addresses(inTest:))
        var tested: Set<String> = []
        for mention in mentions {
            for route in mention.routes { tested.insert(Self.name(route)) }
        }
        let untested = Routes.all.map(Self.name).filter { !tested.contains($0) }
        #expect(untested.isEmpty)
    }

    @Test func `every address is in the route table`() {
        let source = Project.file("Sources/Toque/Site/Address.swift")?.text ?? ""
        let patterns = source.matches(of: /Address\("(\/[^"]*)"\)/).map { String($0.1) }
        #expect(Set(patterns) == Set(Routes.all.map(\.address.pattern)))
    }

    private static func name(_ route: Route) -> String { "\(route.method.rawValue) \(route.address.pattern)" }

    /// The path without query and fragment; each interpolation becomes one segment.
    private static func path(_ text: some StringProtocol) -> String {
        var path = text.prefix { $0 != "?" && $0 != "#" }.description
        if path.count > 1, path.hasSuffix("/") { path += "x" }
        return path
    }

    private static func addresses(inView file: ProjectFile) -> [Mention] {
        file.text.replacing(/\{\{[^}]*\}\}/, with: "x").matches(of: /<([a-z]+)\b[^>]*>/).flatMap { tag in
            // Buttons send their form to another address only if the form is a change.
            let isPost =
                tag.output.1 == "form" && tag.output.0.contains(#"method="post""#)
                || tag.output.0.contains("formaction=")
            return tag.output.0.matches(of: /(?:href|action|src|data-suggest)="(\/[^"]*)"/).map {
                Mention(file: file, path: path($0.1), methods: [isPost ? .post : .get])
            }
        }
    }

    private static func addresses(inScript file: ProjectFile) -> [Mention] {
        file.text.matches(of: /["`](\/[a-z][^"`]*)["`]/).map {
            Mention(file: file, path: path($0.1), methods: [.get, .post])
        }
    }

    /// The addresses in the texts of a test; a line that sends a form counts for the POST route.
    private static func addresses(inTest file: ProjectFile) -> [Mention] {
        file.lines.filter { $0.contains("\"/") }.flatMap { line in
            let isPost = line.contains(/post|upload|action|\.send\(|\.change\(/.ignoresCase())
            return line.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "x").replacing(/\{[^}]*\}/, with: "x")
                .matches(of: /"(\/[^"]*)["?]/).map {
                    Mention(file: file, path: path($0.1), methods: isPost ? [.post] : [.get])
                }
        }
    }
}
