// Tests that fields of check boxes are bounded, whatever a program sends in them.

import Bytes
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SentNameTests {
    /// Long texts with marks in two orders, which are canonically equal.
    private static let names = (100..<400).map { number in
        let marks = number.isMultiple(of: 2) ? "\u{316}\u{301}" : "\u{301}\u{316}"
        return "q\(marks)\(number)" + String(repeating: "e\u{301}\u{323}", count: 100)
    }

    @Test(arguments: ["diet", "allergen", "goal"])
    func `an error repeats five unknown names, cut`(field: String) async throws {
        let site = try TestSite()
        for path in ["/settings/preferences", "/welcome"] {
            let answer = try await site.client(.charlie).post(
                path, [(field, "x"), (field, "y")] + Self.names.map { (field, $0) })
            #expect(answer.status == .unprocessable && answer.hasError(at: field), "\(path)")
            #expect(answer.text.contains(bytes: "e\u{301}\u{323}") && answer.shows(", …"), "\(path)")
            let long = String(repeating: "e\u{301}\u{323}", count: 14)
            #expect(!answer.text.contains(bytes: long), "\(path)")
        }
    }

    @Test func `only the beginning of a name is kept, and names are sorted by bytes`() {
        let form = Form(fields: Self.names.map { ("diet", $0) })
        #expect(TasteForm(form).diets.allSatisfy { $0.length <= SentNames.length })
        #expect(SentNames.unknown(["éa", "e\u{301}b", "z", "vegan"]) { $0 == "vegan" } == "e\u{301}b, z, éa")
        #expect(SentNames.unknown(["vegan"]) { $0 == "vegan" } == nil)
        #expect(SentNames.unknown(Set((1...6).map(String.init))) { _ in false } == "1, 2, 3, 4, 5, …")
    }
}
