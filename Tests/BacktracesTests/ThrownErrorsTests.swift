import Testing

@testable import Backtraces

@Suite(.serialized) struct ThrownErrorsTests {
    init() { ThrownErrors.watch() }

    private func frames(_ body: () async throws -> Void) async -> [String] {
        do {
            try await body()
            return []
        } catch {
            return ThrownErrors.frames(of: error, most: 3)
        }
    }

    @Test func `the function that threw comes first, then its caller`() async {
        let names = await frames { _ = try Kitchen().serve(4) }
        #expect(names.prefix(2) == ["BacktracesTests.Kitchen.fry", "BacktracesTests.Kitchen.serve"])
    }

    @Test func `frames are found for an error that crossed threads`() async {
        let names = await frames { try await Kitchen().serveTogether(4) }
        #expect(names.first == "BacktracesTests.Kitchen.fry")
    }

    @Test func `each error has its own frames`() {
        let errors = [1, 0].map { pans in
            do {
                try Kitchen().fry(pans)
                try Kitchen().boil()
            } catch { return error }
        }
        let names = errors.map { ThrownErrors.frames(of: $0, most: 1) }
        #expect(names == [["BacktracesTests.Kitchen.fry"], ["BacktracesTests.Kitchen.boil"]])
    }

    @Test func `the newest place of an error comes first, and reused memory belongs to the new error`() {
        var places = ThrownPlaces(kept: 16)
        for (error, address) in [(1, 10), (2, 20), (1, 11), (3, 30)] as [(UInt, UInt)] { places.add(error, [address]) }
        #expect([1, 2, 3, 4].map(places.find) == [[[11], [10]], [[20]], [[30]], []])
        for address in 12...20 { places.add(1, [UInt(address)]) }
        #expect(places.find(1) == [[20], [19], [18], [17]])
        #expect(places.find(2) == [[20]])
    }

    @Test func `thousands of short-lived errors do not push out one that lives`() {
        var places = ThrownPlaces(kept: 8_192)
        places.add(0x7F00_1000, [1])
        for turn in 0..<100_000 { places.add(0x7F00_2000 + UInt(turn % 50) * 48, [2]) }
        #expect(places.find(0x7F00_1000) == [[1]])
    }

    @Test func `at most the given number of places is kept`() {
        var places = ThrownPlaces(kept: 16)
        for error in 1...100 as ClosedRange<UInt> { places.add(error, [error]) }
        #expect((1...100).count { !places.find($0).isEmpty } == 16)
    }
}

private struct Burnt: Error {}
private final class Spilled: Error {}

private struct Kitchen {
    @inline(never) func fry(_ pans: Int) throws {
        if pans > 0 { throw Burnt() }
    }

    @inline(never) func boil() throws -> Never { throw Spilled() }

    @inline(never) func serve(_ pans: Int) throws -> Int {
        try fry(pans)
        return pans
    }

    func serveTogether(_ pans: Int) async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                await Task.yield()
                return try serve(pans)
            }
            try await group.waitForAll()
        }
    }
}
