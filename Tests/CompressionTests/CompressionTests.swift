import Compression
import Testing

@Suite struct `Compression` {
    private let samples: [[UInt8]] = [
        [], [0], Array("<p>soup</p>".utf8), Array(String(repeating: "<li>200 g flour</li>\n", count: 5_000).utf8),
        (0..<70_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) },
    ]

    @Test(arguments: [1, 4, 9]) func `gzip decompresses to the original bytes`(level: Int) throws {
        for sample in samples {
            let small = try #require(Gzip.compress(sample, level: level))
            #expect(try Gzip.decompress(small) == sample)
        }
    }

    @Test func `brotli decompresses to the original bytes`() throws {
        for sample in samples {
            let small = try #require(Brotli.compress(sample))
            #expect(Brotli.decompress(small, limit: 200_000) == sample)
        }
    }

    @Test func `repetitive text becomes over fifty times smaller`() throws {
        #expect(try #require(Gzip.compress(samples[3], level: 4)).count < samples[3].count / 50)
        #expect(try #require(Brotli.compress(samples[3])).count < samples[3].count / 50)
    }

    @Test func `brotli data that is damaged or exceeds the limit is refused`() throws {
        let small = try #require(Brotli.compress(samples[3]))
        #expect(Brotli.decompress(small, limit: 99) == nil)
        #expect(Brotli.decompress(Array(small.dropLast(2)), limit: 200_000) == nil)
    }
}
