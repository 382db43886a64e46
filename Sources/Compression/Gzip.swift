// Gzip streams, with zlib.

import CZlib

/// Compresses and decompresses gzip (RFC 1952).
public enum Gzip {
    public struct Corrupt: Error, CustomStringConvertible {
        public let description: String
    }

    /// The default limit for a decompressed file, against decompression bombs: 4 GiB.
    public static let limit = 4 << 30

    /// The decompressed bytes of all members of the file.
    public static func decompress(_ bytes: [UInt8], limit: Int = Gzip.limit) throws -> [UInt8] {
        guard bytes.count <= limit, bytes.count <= UInt32.max else {
            throw Corrupt(description: "the file is over \(min(limit, Int(UInt32.max))) bytes")
        }
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw Corrupt(description: "zlib did not start")
        }
        defer { inflateEnd(&stream) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var input = bytes
        try input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            var status = Z_OK
            repeat {
                let written = try chunk.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    guard status == Z_OK || status == Z_STREAM_END || (status == Z_BUF_ERROR && stream.avail_in == 0)
                    else {
                        throw Corrupt(description: "the gzip stream is damaged")
                    }
                    return output.count - Int(stream.avail_out)
                }
                result += chunk[..<written]
                if result.count > limit { throw Corrupt(description: "the file grows over \(limit) bytes") }
                if status == Z_STREAM_END, stream.avail_in > 0 { status = inflateReset(&stream) }
                if status == Z_BUF_ERROR { throw Corrupt(description: "the gzip stream ends too early") }
            } while status != Z_STREAM_END
        }
        return result
    }

    /// Compresses in one call; level 1 is fastest, 9 smallest. `nil` if there is not enough memory.
    public static func compress(_ bytes: [UInt8], level: Int) -> [UInt8]? {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, Int32(level), Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        let result = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return result.isEmpty ? nil : result
    }
}
