// Brotli streams, with Google's library.

import CBrotli

/// Compresses and decompresses Brotli (RFC 7932).
public enum Brotli {
    /// Compresses a text that is served many times: nearly the smallest size, in milliseconds for a page.
    public static func compress(_ bytes: [UInt8], quality: Int = 9) -> [UInt8]? {
        var size = BrotliEncoderMaxCompressedSize(bytes.count)
        guard size > 0 else { return nil }
        let result = [UInt8](unsafeUninitializedCapacity: size) { output, count in
            let isDone = BrotliEncoderCompress(
                Int32(quality), BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &size,
                output.baseAddress)
            count = isDone == BROTLI_TRUE ? size : 0
        }
        return result.isEmpty ? nil : result
    }

    /// The decompressed bytes; `nil` if they are damaged or more than `limit`.
    public static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        var size = limit
        var isDone = false
        let result = [UInt8](unsafeUninitializedCapacity: max(1, limit)) { output, count in
            isDone =
                BrotliDecoderDecompress(bytes.count, bytes, &size, output.baseAddress) == BROTLI_DECODER_RESULT_SUCCESS
            count = isDone ? size : 0
        }
        return isDone ? result : nil
    }
}
