import Bytes
import Foundation
import Testing

@testable import Food
@testable import Toque

/// Tests of misleading names (`Tests/Data/trap-names.txt`) with the parser, the matcher and the starter catalogue.
@Suite struct TrapNameTests {
    struct Trap: Sendable, CustomTestStringConvertible {
        let line: String
        /// The ingredient that it must match; nil for none.
        let key: String?
        /// The expected answers, by the name of the diet or allergen.
        let facts: [(name: String, word: String)]

        var testDescription: String { line }

        init?(_ text: Substring) {
            let fields = text.split(separator: "|").map(\.trimmed)
            guard fields.count == 3 else { return nil }
            line = fields[0]
            key = fields[1] == "-" ? nil : fields[1]
            facts = fields[2].split(separator: ";").compactMap { fact in
                let words = fact.split(separator: " ")
                return words.count == 2 ? (String(words[0]), String(words[1])) : nil
            }
        }
    }

    private static let rows: [Substring] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Data/trap-names.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }()
    static let traps = rows.compactMap(Trap.init)

    private static let command: DietsCommand = {
        guard let starter = try? StarterCatalogue() else { preconditionFailure("the starter catalogue does not load") }
        return DietsCommand(
            parser: IngredientLineParser(units: starter.units), index: IngredientIndex(starter.entries),
            units: starter.units
        ) { _ in nil }
    }()

    @Test func `every line of the list is read`() {
        #expect(Self.traps.count == Self.rows.count && Self.traps.count > 200)
        #expect(Self.traps.allSatisfy { !$0.facts.isEmpty })
    }

    @Test(arguments: traps)
    func `a misleading name does not match the food that it resembles`(trap: Trap) {
        let command = Self.command
        #expect(command.index.match(command.parser.parse(trap.line))?.key == trap.key)
        let derived = command.derive([trap.line])
        for (name, word) in trap.facts {
            let found = Diet(rawValue: name).map { derived[$0] } ?? Allergen(rawValue: name).map { derived[$0] }
            #expect(found?.word == word, "\(name)")
        }
    }
}
