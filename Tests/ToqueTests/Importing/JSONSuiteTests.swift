// Compares the JSON that imports accept with a public test suite of valid, invalid and ambiguous texts.

import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct JSONSuiteTests {
    struct Case: Decodable {
        let name: String
        let verdict: String
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let bytes_b64: Data
    }

    private static let path = "conformance/json/jsontestsuite.json"
    private static let isHere = RealData.has(path)

    /// Valid JSON that is refused, with the reason.
    private static let refused = Dictionary(
        uniqueKeysWithValues: [
            "string_space", "structure_lonely_false", "structure_lonely_int", "structure_lonely_negative_real",
            "structure_lonely_null", "structure_lonely_string", "structure_lonely_true", "structure_string_empty",
        ].map { ("y_\($0).json", "a text, number or word alone is no recipe") })
    /// Invalid JSON that is accepted, with the reason.
    private static let taken = Dictionary(
        uniqueKeysWithValues: ["array_extra_comma", "array_number_and_comma", "object_trailing_comma"].map {
            ("n_\($0).json", "Foundation passes over a comma behind the last item, which changes nothing that is read")
        })

    private static func cases() throws -> [Case] {
        try JSONDecoder().decode([Case].self, from: Data(contentsOf: RealData.data.appending(path: path)))
    }

    @Test(.enabled(if: isHere, "the suite of JSON texts is missing: set TOQUE_TEST_DATA"))
    func `valid JSON is accepted and invalid refused, except for named reasons`() throws {
        for test in try Self.cases() {
            let isTaken = ImportFile.value(Array(test.bytes_b64)[...]) != nil
            switch test.verdict {
            case "must accept": #expect(isTaken == (Self.refused[test.name] == nil), "\(test.name)")
            case "must reject": #expect(isTaken == (Self.taken[test.name] != nil), "\(test.name)")
            default: #expect(test.verdict == "free")
            }
        }
    }

    @Test(.enabled(if: isHere, "the suite of JSON texts is missing: set TOQUE_TEST_DATA"))
    func `no text of the suite stops an import, as a file or as a line`() throws {
        let folder = try TestFolder()
        let catalogue = try StartingPoint.made.get().catalogue
        for test in try Self.cases() {
            for before in ["", "{}\n"] {
                let path = folder.path + "/" + test.name
                try (Data(before.utf8) + test.bytes_b64).write(to: URL(fileURLWithPath: path))
                let results = Array(try ImportFile(path: path, catalogue: catalogue))
                #expect(results.allSatisfy { if case .failure = $0 { true } else { false } }, "\(test.name)")
            }
        }
    }
}
