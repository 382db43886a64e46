// Compares form parsing with the test cases of python-multipart, field by field.

import Foundation
import Testing

@testable import HTTP

@Suite struct `python-multipart's forms` {
    /// One case of the suite: the expected parts, or the position of an error.
    struct Case: Decodable {
        struct Part: Decodable, Equatable {
            struct Content: Decodable, Equatable { var base64: Data }
            var name: String
            var type: String
            var fileName: String?
            var contentType: String?
            var data: Content

            enum CodingKeys: String, CodingKey {
                case name, type, data
                case fileName = "file_name"
                case contentType = "content_type"
            }

            /// The part as Toque reads it: a field has no content type.
            var kept: Part {
                var part = self
                if type == "field" { part.contentType = nil }
                return part
            }
        }
        var name: String
        var body: Data
        var boundary: String
        var expected: [Part]?

        enum CodingKeys: String, CodingKey {
            case name, boundary, expected
            case body = "body_b64"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            name = try values.decode(String.self, forKey: .name)
            body = try values.decode(Data.self, forKey: .body)
            boundary = try values.decode(String.self, forKey: .boundary)
            expected = try? values.decode([Part].self, forKey: .expected)
        }
    }

    private static let noDelimiter = "the boundary at a line's start ends a part, whatever follows it (RFC 2046, 5.1.1)"
    private static let noCoding = "Content-Transfer-Encoding is gone (RFC 7578, 4.7)"

    /// Why Toque refuses a case that python-multipart reads, by its name.
    static let stricter: [String: String] = [
        "single_field_with_leading_newlines": "no browser sends a preamble, and refusing it costs nobody",
        "single_field_blocks": "the case's boundary has two hyphens more than its body",
        "almost_match_boundary_without_CR": noDelimiter,
        "almost_match_boundary_without_LF": noDelimiter,
        "almost_match_boundary_without_final_hyphen": noDelimiter,
    ]

    /// Why Toque does not decode the content of a case, by its name.
    static let undecoded: [String: String] = [
        "base64_encoding": noCoding, "mixed_plain_and_base64_encoding": noCoding, "mixed_case_headers": noCoding,
        "quoted_printable_encoding": noCoding,
    ]

    static let suite: [Case]? = Conformance.data("multipart/python-multipart.json").flatMap {
        try? JSONDecoder().decode([Case].self, from: $0)
    }

    @Test(.enabled(if: suite != nil, "conformance data is missing: set TOQUE_TEST_DATA"))
    func `forms are read as by python-multipart, except for a named reason`() throws {
        let suite = try #require(Self.suite)
        #expect(suite.count == 30)
        for test in suite {
            let expected = Self.stricter[test.name] == nil ? test.expected?.map(\.kept) : nil
            let read = try? parts(test)
            if Self.undecoded[test.name] != nil {
                #expect(read?.map(\.name) == expected?.map(\.name), "\(test.name)")
            } else {
                #expect(read == expected, "\(test.name)")
            }
        }
    }

    /// The fields of a body and then its files, in the order of the suite.
    private func parts(_ test: Case) throws -> [Case.Part] {
        let form = try Form(
            body: RequestBody(test.body), contentType: "multipart/form-data; boundary=\"\(test.boundary)\"")
        let fields = form.fields.map {
            Case.Part(name: $0.name, type: "field", data: .init(base64: Data($0.value.utf8)))
        }
        let files = try form.files.map { name, file in
            Case.Part(
                name: name, type: "file", fileName: file.filename, contentType: file.contentType,
                data: .init(base64: Data(try file.content.bytes())))
        }
        return fields + files
    }
}
