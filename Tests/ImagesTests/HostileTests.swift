// Tests of hostile pictures: they are refused within limits of time and memory, or served without their payload.
import CVips
import Foundation
import Testing

@testable import Images

extension ImagesTests {
    @Suite(.serialized) struct Hostile {
        /// Far less memory than any of the bombs would need, and enough for other suites in the same process.
        static let roomMB = 400

        @Test(arguments: [
            "", "hello", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
            "<?xml version='1.0'?><svg/>",
            "GIF89a\u{1}\0\u{1}\0\0\0\0,\0\0\0\0\u{1}\0\u{1}\0\0\u{2}\u{2}L\u{1}\0;", "<html><script>alert(1)</script>",
            "%PDF-1.4\n1 0 obj", "II*\0\u{8}\0\0\0", "MM\0*\0\0\0\u{8}", "\0\0\0\u{18}ftypheic\0\0\0\0mif1heic",
            "\0\0\0\u{1C}ftypavif\0\0\0\0", "BM", "P6 9 9 255\n", "RIFF\u{4}\0\0\0WAVE", "#!/bin/sh", "\0",
        ])
        func `a file that is not JPEG, PNG or WebP is refused`(text: String) {
            #expect(throws: ImageError.notAPicture) { try Images.renditions(of: Array(text.utf8)) }
        }

        @Test func `a truncated file is refused`() throws {
            let size = try Images.renditions(of: PNGFile.halves(400, 300)).sizes[0]
            for file in [PNGFile.halves(60, 40), size.jpeg, size.webp] {
                for part in [0.001, 0.01, 0.1, 0.5, 0.9, 0.99] {
                    let cut = Array(file.prefix(Int(Double(file.count) * part)))
                    #expect(throws: ImageError.notAPicture, "\(file.prefix(4)) \(part)") {
                        try Images.renditions(of: cut).width
                    }
                }
            }
        }

        @Test func `a damaged PNG is refused`() {
            var file = PNGFile.halves(60, 40)
            file[file.count / 2] ^= 0xFF
            #expect(throws: ImageError.notAPicture) { try Images.renditions(of: file).width }
        }

        @Test func `files with random damage never stop the process`() throws {
            let size = try Images.renditions(of: PNGFile.halves(330, 200)).sizes[0]
            let exif = try JPEGFile.halves(64, 48, segments: [JPEGFile.exif(orientation: 6)])
            var numbers = SystemRandomNumberGenerator()
            for file in [PNGFile.halves(60, 40), size.jpeg, size.webp, exif] {
                for _ in 0..<60 {
                    var damaged = file
                    for _ in 0..<4 { damaged[.random(in: 0..<file.count, using: &numbers)] = .random(in: 0...255) }
                    _ = try? Images.renditions(of: damaged)
                }
            }
        }

        @Test func `a picture of 900 million pixels is refused before it is decoded`() throws {
            let bomb = PNGFile.black(30_000, 30_000)
            let before = try startMeasuringPeak()
            #expect(throws: ImageError.tooLarge) { try Images.renditions(of: bomb) }
            #expect(memory("VmHWM") - before < Self.roomMB)
        }

        @Test(arguments: [(16_384, 1), (1, 16_384), (65_535, 65_535), (7072, 7071)])
        func `a side or an area beyond the limit is refused`(width: Int, height: Int) {
            let file = PNGFile.file(width, height, data: PNGFile.zeroes(1))
            #expect(throws: ImageError.tooLarge) { try Images.renditions(of: file).width }
        }

        @Test func `a JPEG that claims 65,278 pixels a side is refused`() throws {
            var file = try JPEGFile.halves(64, 48)
            let frame = try #require(file.indices.first { file[$0] == 0xFF && [0xC0, 0xC2].contains(file[$0 + 1]) })
            for offset in 5...8 { file[frame + offset] = 0xFE }
            #expect(throws: ImageError.tooLarge) { try Images.renditions(of: file).width }
        }

        @Test func `an interlaced picture may have fewer pixels, since it is decoded in memory as a whole`() {
            #expect(throws: ImageError.tooLarge) {
                try Images.renditions(of: PNGFile.black(4097, 4096, interlaced: true))
            }
        }

        @Test func `the largest picture allowed is read line by line`() throws {
            let file = PNGFile.black(7070, 7070)
            let before = try startMeasuringPeak()
            #expect(try Images.renditions(of: file).sizes.count == 4)
            #expect(memory("VmHWM") - before < Self.roomMB)
        }

        @Test(arguments: [
            (1280, 16_383, [320]), (1500, 6000, [320, 640]), (1290, 2796, [320, 640, 960]), (300, 16_383, [218]),
            (1284, 1712, [320, 640, 960, 1280]), (16_383, 1280, [320, 640, 960, 1280]),
        ])
        func `a tall picture is made smaller, so that no size of it has many pixels`(
            width: Int, height: Int, expected: [Int]
        ) throws {
            let made = try Images.renditions(of: PNGFile.black(width, height))
            #expect(made.width == width && made.height == height)
            #expect(made.sizes.map(\.width) == expected)
            for size in made.sizes {
                #expect(size.width * size.height <= Limits.pixelsMade)
                #expect(abs(size.height * width - size.width * height) <= width, "its shape is kept")
            }
        }

        @Test func `compressed text and colour profiles in a PNG are not inflated`() throws {
            let zeroes = PNGFile.zeroes(8_000_000)
            let text = PNGFile.chunk("zTXt", Array("Comment\0\0".utf8) + zeroes)
            let profile = PNGFile.chunk("iCCP", Array("icc\0\0".utf8) + zeroes)
            let file = PNGFile.halves(60, 40, extra: [profile] + Array(repeating: text, count: 100))
            let before = try startMeasuringPeak()
            #expect(try Images.renditions(of: file).width == 60)
            #expect(memory("VmHWM") - before < Self.roomMB)
        }

        @Test func `an animation of 100,000 frames needs no more memory than its first frame`() throws {
            let frame = try Images.renditions(of: PNGFile.black(16, 16)).sizes[0].webp
            let file = WebPFile.animation(Array(repeating: frame, count: 100_000), 16, 16)
            let before = try startMeasuringPeak()
            _ = try? Images.renditions(of: file)
            #expect(memory("VmHWM") - before < Self.roomMB)
        }

        @Test func `metadata and appended data of an upload are not in the served files`() throws {
            let xmp = JPEGFile.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Secret XMP".utf8))
            let comment = JPEGFile.segment(0xFE, Array("<script>alert('Secret comment')</script>".utf8))
            let exif = JPEGFile.exif(orientation: 1, artist: "Secret <?php phpinfo() ?>")
            let jpeg = try JPEGFile.halves(400, 300, segments: [exif, xmp, comment])
            let polyglot = jpeg + Array("<html><script>alert('Secret page')</script>PK\u{3}\u{4}Secret archive".utf8)
            let text = PNGFile.chunk("tEXt", Array("Author\0Secret author".utf8))
            let png = PNGFile.halves(400, 300, extra: [text]) + Array("Secret trailer".utf8)
            for file in [polyglot, png] {
                #expect(contains(file, "Secret"))
                for size in try Images.renditions(of: file).sizes {
                    for served in [size.jpeg, size.webp] {
                        for word in [
                            "Secret", "<script", "<?php", "Exif", "EXIF", "GPS", "xmp", "http:", "ICC", "PK\u{3}",
                        ] {
                            #expect(!contains(served, word), "\(word)")
                        }
                        let fields = try Pixels(served).fields
                        #expect(fields.isDisjoint(with: ["exif-data", "xmp-data", "iptc-data", "icc-profile-data"]))
                    }
                }
            }
        }

        @Test func `a JPEG of more scans than any program writes is refused`() throws {
            let file = try JPEGFile.halves(200, 100)
            let scan: [UInt8] = [0xFF, 0xDA, 0, 2]
            func with(_ scans: Int) -> [UInt8] {
                [UInt8](file.dropLast(2)) + Array(repeating: scan, count: scans).joined() + file.suffix(2)
            }
            #expect(JPEG.essence(of: with(40)) != nil)
            #expect(throws: (any Error).self) { try Images.renditions(of: with(JPEG.mostScans)) }
            // Markers that no camera writes: libjpeg reads what is inside the first, and the others are arithmetic coding.
            for marker in [0x02, 0xBF, 0xC9, 0xCA, 0xCC, 0xCF] as [UInt8] {
                #expect(
                    JPEG.essence(of: Array(file.prefix(2)) + [0xFF, marker, 0, 4, 0, 0] + file.dropFirst(2)) == nil)
            }
            // A marker without content hides nothing, and a film behind the picture counts for nothing.
            let hidden =
                [UInt8](file.dropLast(2)) + [0xFF, 0x01] + Array(repeating: scan, count: JPEG.mostScans).joined()
            #expect(JPEG.essence(of: hidden + file.suffix(2)) == nil)
            let film = Array(repeating: scan, count: 1_000).joined()
            #expect(try Images.renditions(of: file + film).width == 200)
        }

        @Test func `a colour profile that chains calculations is not used`() throws {
            func profile(_ tag: String, type: String) -> [UInt8] {
                let entry = Array(tag.utf8) + [0, 0, 0, 144, 0, 0, 0, 8]
                return [UInt8](repeating: 0, count: 128) + [0, 0, 0, 1] + entry + Array(type.utf8) + [0, 0, 0, 0]
            }
            func isUsed(_ profile: [UInt8]) throws -> Bool {
                let head = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
                let file = try JPEGFile.halves(200, 100, segments: [JPEGFile.segment(0xE2, head + profile)])
                return try file.withUnsafeBytes { bytes in
                    let image = try #require(Format.jpeg.open(bytes))
                    defer { g_object_unref(image) }
                    return toque_vips_has_plain_profile(image) != 0
                }
            }
            #expect(try isUsed(profile("rXYZ", type: "XYZ ")))
            #expect(try !isUsed(profile("D2B0", type: "XYZ ")))
            #expect(try !isUsed(profile("B2D1", type: "XYZ ")))
            #expect(try !isUsed(profile("A2B0", type: "mpet")))
            #expect(try !isUsed(Array(profile("rXYZ", type: "XYZ ").dropLast(4))))
        }

        @Test func `a picture with an invalid colour profile is accepted`() throws {
            let profile = JPEGFile.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}nonsense".utf8))
            let made = try Images.renditions(of: JPEGFile.halves(200, 100, segments: [profile]))
            #expect(try Pixels(made.sizes[0].jpeg).isNear(120, 0, 0, at: 0.25, 0.25))
        }

        private func contains(_ bytes: [UInt8], _ word: String) -> Bool {
            Data(bytes).range(of: Data(word.utf8)) != nil
        }
    }
}
