// Describes a response in failed expectations: status, location and the beginning of its text.

public import HTTP
public import Testing

@testable import TestKit

extension Response: CustomTestStringConvertible {
    public var testDescription: String {
        let start = text.split(separator: "<main", maxSplits: 1).last.map(String.init) ?? text
        return "\(status.code) \(location ?? "") \(start.prefix(600))"
    }
}
