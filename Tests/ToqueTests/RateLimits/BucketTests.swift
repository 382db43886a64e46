// Tests of the parts of rate limits: token buckets, the bounded table, and waits after wrong passwords.

import Testing

@testable import TestKit
@testable import Toque

@Suite struct BucketTests {
    private let rate = Rate(3, every: 1_000)

    @Test func `a bucket gives its burst immediately, then one per interval, and fills up again`() {
        var bucket = TokenBucket()
        func take(at now: Int) -> Int {
            let wait = bucket.wait(now: now, rate)
            if wait == 0 { bucket.take(now: now, rate) }
            return wait
        }
        #expect([0, 0, 0, 0].map(take) == [0, 0, 0, 1_000])
        #expect([999, 1_000, 1_001].map(take) == [1, 0, 999])
        #expect([3_000, 3_000, 3_000].map(take) == [0, 0, 1_000])
        #expect([100_000, 100_000, 100_000, 100_000].map(take) == [0, 0, 0, 1_000])
    }

    @Test func `waiting for the given time is always enough`() {
        var bucket = TokenBucket()
        var now = 5
        for step in 0..<200 {
            now += bucket.wait(now: now, rate) + step % 7 * 100
            #expect(bucket.wait(now: now, rate) == 0)
            bucket.take(now: now, rate)
        }
    }

    @Test func `a clock that is set back makes no one wait longer than filling an empty bucket takes`() {
        var bucket = TokenBucket()
        for _ in 0..<3 { bucket.take(now: 1_000_000_000, rate) }
        #expect(bucket.wait(now: 0, rate) == 1_000)
        bucket.take(now: 1_000, rate)
        #expect(bucket.wait(now: 4_000, rate) == 0)
    }

    @Test func `the table keeps the most recently used keys, up to its limit`() {
        var table = BoundedTable<Int>(limit: 3)
        for key in 1...3 { table.set(key, for: key) }
        table.set(10, for: 1)
        table.set(4, for: 4)
        #expect([1, 2, 3, 4].map(table.value) == [10, nil, 3, 4])
        table.set(5, for: 5)
        table.set(6, for: 6)
        #expect((1...6).map(table.value) == [nil, nil, nil, 4, 5, 6])
        #expect(table.count == 3)
    }

    @Test func `the table behaves like a list of keys in order of use`() {
        var table = BoundedTable<Int>(limit: 50)
        var order: [Int] = []
        var number = 1
        for step in 0..<20_000 {
            number = (number * 48_271) % 2_147_483_647
            let key = number % 80
            table.set(step, for: key)
            order.removeAll { $0 == key }
            order.append(key)
            if order.count > 50 { order.removeFirst() }
        }
        #expect((0..<80).filter { table.value($0) != nil } == order.sorted())
    }

    @Test func `300,000 keys need less than 32 MB, and unused ones are removed`() {
        let limiter = Limiter(isOn: true)
        let first = Limiter.Payer.address("192.0.2.1")
        for _ in 0..<RateLimit.login.address.burst { #expect(limiter.take(.login, [first], now: 0) == nil) }
        #expect(limiter.take(.login, [first], now: 0) != nil)
        for number in 0..<300_000 {
            _ = limiter.take(.login, [.name("somebody with a long name \(number)")], now: 0)
            _ = limiter.beginLogin(.name("somebody with a long name \(number)"), now: 0)
        }
        #expect(limiter.figures.keys == 2 * RateLimit.rememberedKeys)
        #expect(limiter.bytes < 32 << 20)
        #expect(limiter.take(.login, [first], now: 0) == nil)
    }

    @Test func `the first wrong tries are free, then the wait doubles up to a quarter of an hour`() {
        #expect((0..<LoginRules.freeTries).allSatisfy { LoginRules.wait(after: $0) == 0 })
        #expect([10, 11, 12, 13].map(LoginRules.wait) == [1_000, 2_000, 4_000, 8_000])
        #expect([20, 40, 1_000, Int.max].map(LoginRules.wait) == Array(repeating: 900_000, count: 4))
        var tries = LoginTries()
        for _ in 0..<30 { tries.add(now: 0) }
        #expect(tries.wait(now: 1) == 899_999)
        #expect(tries.wait(now: -1_000_000) == 900_000)
        #expect(tries.wait(now: 900_000) == 0)
        tries.add(now: LoginRules.memory)
        #expect(tries.count == 1)
    }
}
