// Tests of repairing the JSON of web pages; valid JSON keeps its meaning.

import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct LenientJSONTests {
    private func strict(_ text: String) -> [String] {
        LenientJSON.documents(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("{\"a\":\"b\nc\td\"}", #"{"a":"b\nc\td"}"#), ("{\"a\":\"b\u{1}c\"}", #"{"a":"b c"}"#),
        (#"{"a":[1,2,],}"#, #"{"a":[1,2]}"#), (#"{"a":1};"#, #"{"a":1}"#),
        ("// <![CDATA[\n{\"a\":1}\n// ]]>", #"{"a":1}"#), (#"<!-- {"a":/* b, "c": */ 1} -->"#, #"{"a":  1}"#),
        (#"{"a":"it\'s"}"#, #"{"a":"it's"}"#), (#"{"a":"7" pan"}"#, #"{"a":"7\" pan"}"#),
        (#"{"a":"\q\u12"}"#, #"{"a":"\\q\\u12"}"#), (#"{"a":"\ud83c"}"#, #"{"a":"\ufffd"}"#),
        (#"{"a":"\ud83c\udf72"}"#, #"{"a":"\ud83c\udf72"}"#), (#"{"a":["b"#, #"{"a":["b"]}"#),
        ("\u{feff}{\"a\":\u{a0}1}", #"{"a":1}"#), (#"{"a":"https://b/*c*/"}"#, #"{"a":"https://b/*c*/"}"#),
        (#"{"a":1,,"b":2}"#, #"{"a":1,"b":2}"#),
    ])
    func `broken JSON is repaired as intended`(text: String, json: String) {
        let documents = strict(text)
        #expect(documents.map { $0.filter { $0 != " " } } == [json.filter { $0 != " " }])
        #expect(LenientJSON.values(text).count == 1)
    }

    @Test func `several values in a row are read`() {
        #expect(strict(#"{"a":1}{"b":2} [3]"#) == [#"{"a":1}"#, #"{"b":2}"#, "[3]"])
    }

    @Test func `JSON that nests too deep or is too long is refused`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(LenientJSON.values(nested(ImportLimits.depth)).count == 1)
        #expect(LenientJSON.values(nested(ImportLimits.depth + 1)).isEmpty)
        #expect(LenientJSON.values(String(repeating: " ", count: ImportLimits.document) + "{}").isEmpty)
        #expect(LenientJSON.values("no json").isEmpty && LenientJSON.values("").isEmpty)
    }

    private struct Case: Decodable {
        let name: String
        let verdict: String
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let bytes_b64: Data
    }

    private static let path = "conformance/json/jsontestsuite.json"

    @Test(.enabled(if: RealData.has(path), "the suite of JSON texts is missing: set TOQUE_TEST_DATA"))
    func `valid JSON keeps its meaning`() throws {
        let cases = try JSONDecoder().decode(
            [Case].self, from: Data(contentsOf: RealData.data.appending(path: Self.path)))
        var compared = 0
        for test in cases where test.verdict == "must accept" {
            guard let value = ImportFile.value(Array(test.bytes_b64)[...]) as? NSObject else { continue }
            let read = LenientJSON.documents(Array(test.bytes_b64)).compactMap { ImportFile.value($0[...]) }
            #expect(read.count == 1 && value == read.first as? NSObject, "\(test.name)")
            compared += 1
        }
        #expect(compared > 80)
    }
}
