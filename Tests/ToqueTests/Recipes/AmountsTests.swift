// Tests of amounts: reading, showing, and typing them again without a change.

import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct AmountsTests {
    @Test(
        arguments: [
            ("2", 2), ("0.5", 0.5), ("0,5", 0.5), ("1/2", 0.5), ("1 1/2", 1.5), ("1½", 1.5), ("½", 0.5), ("1 ½", 1.5),
            (" 3 ", 3), ("0", 0), ("1000000", 1_000_000), ("1/3", 0.3333), ("7/8", 0.875), ("5/2", 2.5),
            ("0.0001", 0.0001),
        ] as [(String, Double)])
    func `one amount is read`(text: String, amount: Double) {
        let read = Amounts.read(text)
        #expect(read?.low == amount)
        #expect(read?.high == nil)
    }

    @Test(
        arguments: [
            ("2-3", 2, 3), ("2–3", 2, 3), ("2 — 3", 2, 3), ("½-1", 0.5, 1), ("1/2-3/4", 0.5, 0.75), ("1-1½", 1, 1.5),
        ] as [(String, Double, Double)])
    func `a range is read`(text: String, low: Double, high: Double) {
        let read = Amounts.read(text)
        #expect(read?.low == low)
        #expect(read?.high == high)
    }

    @Test(arguments: [
        "", " ", "-", "-1", "1-", "3-2", "2-2", "two", "1 2", "1 1 1/2", "1.5 1/2", "1/0", "0/1", "1/1001", "1001/2",
        "1//2",
        "1e3", "+1", "NaN", "inf", "0x1", "1.2.3", "..", "1000001", "٣", "1 000", String(repeating: "1", count: 41),
    ])
    func `a text that is not an amount is refused`(text: String) { #expect(Amounts.read(text) == nil) }

    @Test(
        arguments: [
            (1.5, nil, "1½"), (0.5, nil, "½"), (2, 3, "2–3"), (0.3333, nil, "⅓"), (0.3333333, nil, "⅓"),
            (1.2, nil, "1.2"),
            (0.75, 1.25, "¾–1¼"), (1.999, nil, "2"), (0.0005, nil, "0.0005"), (0.003, nil, "0.003"), (0, nil, "0"),
            (1.347, nil, "1.35"), (1_000_000, nil, "1000000"), (nil, nil, ""),
        ] as [(Double?, Double?, String)])
    func `an amount is shown as people write it`(low: Double?, high: Double?, text: String) {
        #expect(Amounts.shown(low, high, .en) == text)
    }

    @Test func `Russian amounts have a decimal comma`() {
        #expect(Amounts.shown(1.2, 2.7, .ru) == "1,2–2,7")
        #expect(Amounts.typed(1.2, nil) == "1.2")
    }

    @Test func `the text in the input is read as the same amount`() {
        var values = (0...400).map { Double($0) / 16 } + (0...200).map { Double($0) * 0.0037 }
        values += [1.0 / 3, 2.0 / 3, 0.0001, 0.004, 1.337, 999_999.9999, 1_000_000, 0.3333, 0.6667, 1.3333]
        for value in values.map({ ($0 * 10_000).rounded() / 10_000 }) {
            #expect(Amounts.read(Amounts.typed(value, nil))?.low == value, "\(value) as \(Amounts.typed(value, nil))")
            let range = Amounts.read(Amounts.typed(value, value + 1))
            #expect(range?.low == value || value + 1 > 1_000_000, "\(value)")
        }
    }
}
