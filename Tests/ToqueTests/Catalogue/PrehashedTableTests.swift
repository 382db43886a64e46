import Testing

@testable import Food
@testable import Toque

@Suite struct PrehashedTableTests {
    @Test func `every hash finds its own value, also with equal low bits`() {
        var table = PrehashedTable(blank: -1)
        let hashes = (0..<5_000).map { UInt64($0) << 32 | UInt64($0 % 3) }
        for (number, hash) in hashes.enumerated() { table[hash] = number }
        #expect(hashes.enumerated().allSatisfy { table[$1] == $0 })
        #expect(table[UInt64.max] == nil)
        table[hashes[7]] = 70
        #expect(table[hashes[7]] == 70 && table[hashes[8]] == 8)
    }

    @Test func `an empty table contains nothing`() {
        #expect(PrehashedTable(blank: "nothing")[1] == nil)
    }
}
