import Foundation
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests two thousand adversarial lines (`Tests/Data/promises.txt`), each with answers that must not be promised.
@Suite struct PromiseTests {
    private static let rows: [(lines: [String], facts: [String])] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Data/promises.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.contains(" ### ") && !$0.hasPrefix("? ") }.map { row in
            let halves = row.components(separatedBy: " ### ")
            return (halves[0].components(separatedBy: " || "), halves[1].split(separator: " ").map(String.init))
        }
    }()

    private static func isPromised(_ fact: String, _ diets: DerivedDiets) throws -> Bool {
        if let diet = Diet(rawValue: fact) { return diets[diet] == (diet == .spicy ? .no : .yes) }
        return diets[try #require(Allergen(rawValue: fact), "\(fact)")] == .no
    }

    @Test func `no adversarial line gets its forbidden promise`() throws {
        let command = try RealData.catalogue().dietsCommand
        #expect(Self.rows.count > 1_800)
        for (lines, facts) in Self.rows {
            let diets = command.derive(lines)
            for fact in facts {
                #expect(try !Self.isPromised(fact, diets), "\(lines.joined(separator: " || ")): \(fact)")
            }
        }
    }
}
