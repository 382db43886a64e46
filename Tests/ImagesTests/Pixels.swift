// Reads decoded pictures and the memory of the process for the tests of images.
import CVips
import Foundation
import Testing

/// The pixels of a decoded file.
struct Pixels: CustomTestStringConvertible {
    let width: Int
    let height: Int
    let bands: Int
    let fields: Set<String>
    private let bytes: [UInt8]

    var testDescription: String { "\(width)x\(height), red corner \(colour(0.25, 0.25)), \(fields.sorted())" }

    init(_ file: [UInt8]) throws {
        let isJPEG = file.starts(with: [0xFF, 0xD8])
        (width, height, bands, fields, bytes) = try file.withUnsafeBytes { raw in
            let opened = (isJPEG ? toque_vips_open_jpeg : toque_vips_open_webp)(raw.baseAddress, raw.count)
            let image = try #require(opened)
            defer { g_object_unref(image) }
            var size = 0
            let memory = try #require(vips_image_write_to_memory(image, &size))
            defer { g_free(memory) }
            let names = try #require(vips_image_get_fields(image))
            defer { g_strfreev(names) }
            var fields: Set<String> = []
            var next = names
            while let name = next.pointee {
                fields.insert(String(cString: name))
                next += 1
            }
            return (
                Int(vips_image_get_width(image)), Int(vips_image_get_height(image)), Int(vips_image_get_bands(image)),
                fields, [UInt8](UnsafeRawBufferPointer(start: memory, count: size))
            )
        }
    }

    /// The red, green and blue at a place, given as fractions of the sides.
    func colour(_ x: Double, _ y: Double) -> [Int] {
        let at = (Int(y * Double(height)) * width + Int(x * Double(width))) * bands
        return bytes[at..<at + 3].map(Int.init)
    }

    /// Whether the colour at a place is the given one, apart from the losses of compression.
    func isNear(_ red: Int, _ green: Int, _ blue: Int, at x: Double, _ y: Double) -> Bool {
        zip(colour(x, y), [red, green, blue]).allSatisfy { abs($0 - $1) <= 14 }
    }
}

/// The memory of the process in megabytes, by a field of `/proc/self/status`.
func memory(_ field: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) / 1024
}

/// Resets the peak memory of the process and returns its current memory in megabytes.
func startMeasuringPeak() throws -> Int {
    try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    return memory("VmRSS")
}
