// Tests of the edit distance of two words, in which a swap of neighbours is one edit.

import Testing

@testable import Toque

@Suite struct EditDistanceTests {
    @Test(
        arguments: [
            ("soup", "soup", 0), ("soup", "soups", 1), ("soup", "sup", 1), ("soup", "soap", 1), ("soup", "osup", 1),
            ("pancake", "pnacaek", 2), ("", "ab", 2), ("ёлка", "елка", 1), ("ca", "abc", nil), ("soup", "stew", nil),
            ("", "abc", nil),
            ("ab", "ba", 1),
        ] as [(String, String, Int?)])
    func `insertions, deletions, substitutions and swaps count one each`(first: String, second: String, distance: Int?)
    {
        #expect(EditDistance.within(2, first, second) == distance)
        #expect(EditDistance.within(2, second, first) == distance)
    }

    @Test func `a distance beyond the limit is nil`() {
        #expect(EditDistance.within(1, "soup", "sooup") == 1)
        #expect(EditDistance.within(0, "soup", "sooup") == nil)
        #expect(EditDistance.within(0, "soup", "soup") == 0)
    }
}
