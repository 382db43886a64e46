// Tests of making renditions of ordinary pictures.
import CVips
import Foundation
import Images
import Testing

@Suite(.serialized) struct ImagesTests {
    @Test func `a large picture becomes four widths in two formats`() throws {
        let made = try Images.renditions(of: PNGFile.halves(1600, 1200))
        #expect(made.width == 1600)
        #expect(made.height == 1200)
        #expect(made.sizes.map(\.width) == [320, 640, 960, 1280])
        #expect(made.sizes.map(\.height) == [240, 480, 720, 960])
        for size in made.sizes {
            #expect(size.webp.starts(with: "RIFF".utf8))
            for pixels in [try Pixels(size.jpeg), try Pixels(size.webp)] {
                #expect(pixels.width == size.width)
                #expect(pixels.height == size.height)
                #expect(pixels.isNear(120, 0, 0, at: 0.25, 0.25))
                #expect(pixels.isNear(0, 0, 240, at: 0.75, 0.75))
            }
        }
    }

    @Test(arguments: [(640, [320, 640]), (1000, [320, 640, 960]), (200, [200]), (1, [1])])
    func `a small picture is never enlarged`(width: Int, expected: [Int]) throws {
        #expect(try Images.renditions(of: PNGFile.halves(width, 90)).sizes.map(\.width) == expected)
    }

    @Test func `the flattest and the narrowest allowed picture are written in every size`() throws {
        let flat = try Images.renditions(of: PNGFile.black(16_383, 1))
        #expect(flat.sizes.map(\.height) == [1, 1, 1, 1])
        let narrow = try Images.renditions(of: PNGFile.black(1, 16_383))
        #expect(narrow.sizes.map(\.height) == [16_383])
    }

    @Test func `renditions can be read as input again`() throws {
        let first = try Images.renditions(of: PNGFile.halves(800, 600)).sizes[1]
        #expect(try Images.renditions(of: first.jpeg).width == 640)
        #expect(try Images.renditions(of: first.webp).width == 640)
    }

    @Test(arguments: [
        (1, 0.25, 0.25), (2, 0.75, 0.25), (3, 0.75, 0.75), (4, 0.25, 0.75),
        (5, 0.25, 0.25), (6, 0.75, 0.25), (7, 0.75, 0.75), (8, 0.25, 0.75),
    ])
    func `a picture is turned upright by its orientation`(orientation: Int, x: Double, y: Double) throws {
        let exif = JPEGFile.exif(orientation: UInt8(orientation))
        let made = try Images.renditions(of: JPEGFile.halves(600, 400, segments: [exif]))
        #expect(made.width == (orientation < 5 ? 320 : 213))
        #expect(made.height == (orientation < 5 ? 213 : 320))
        #expect(made.sizes[0].height == made.height)
        // The dark red quarter, top left in the stored picture, is where the orientation puts it.
        for pixels in [try Pixels(made.sizes[0].jpeg), try Pixels(made.sizes[0].webp)] {
            #expect(pixels.isNear(120, 0, 0, at: x, y))
        }
    }

    @Test func `a transparent picture gets a white background`() throws {
        let rows = [UInt8](repeating: 0, count: 50 * (4 * 50 + 1))
        let made = try Images.renditions(of: PNGFile.file(50, 50, colour: 6, data: PNGFile.stored(rows)))
        #expect(try Pixels(made.sizes[0].jpeg).isNear(255, 255, 255, at: 0.5, 0.5))
        #expect(try Pixels(made.sizes[0].webp).isNear(255, 255, 255, at: 0.5, 0.5))
    }

    @Test func `a grey picture becomes one in sRGB`() throws {
        let rows = [UInt8](repeating: 128, count: 50 * 51).enumerated().map { $0 % 51 == 0 ? 0 : $1 }
        let made = try Images.renditions(of: PNGFile.file(50, 50, colour: 0, data: PNGFile.stored(rows)))
        let jpeg = try Pixels(made.sizes[0].jpeg)
        #expect(jpeg.bands == 3)
        #expect(jpeg.isNear(128, 128, 128, at: 0.5, 0.5))
    }

    @Test func `a colour profile is applied and then removed`() throws {
        let profile = JPEGFile.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + ColourProfile.redAndBlueSwapped)
        let made = try Images.renditions(of: JPEGFile.halves(1000, 700, segments: [profile]))
        for size in made.sizes {
            for pixels in [try Pixels(size.jpeg), try Pixels(size.webp)] {
                #expect(pixels.isNear(0, 0, 120, at: 0.25, 0.25))
                #expect(pixels.isNear(240, 0, 0, at: 0.75, 0.75))
            }
        }
    }

    @Test func `an animated WebP gives its first frame`() throws {
        let red = try Images.renditions(of: PNGFile.halves(300, 200)).sizes[0].webp
        let black = try Images.renditions(of: PNGFile.black(300, 200)).sizes[0].webp
        let made = try Images.renditions(of: WebPFile.animation([red, black, black], 300, 200))
        #expect(made.height == 200)
        #expect(try Pixels(made.sizes[0].jpeg).isNear(0, 0, 240, at: 0.75, 0.75))
    }

    @Test func `an animated PNG gives its first frame`() throws {
        let frames = [
            PNGFile.chunk("acTL", PNGFile.big(2) + PNGFile.big(0)),
            PNGFile.chunk("fcTL", [UInt8](repeating: 0, count: 26)),
            PNGFile.chunk("fdAT", [0, 0, 0, 1, 1, 2, 3]),
        ]
        let made = try Images.renditions(of: PNGFile.halves(300, 200, extra: frames))
        #expect(try Pixels(made.sizes[0].jpeg).isNear(0, 0, 240, at: 0.75, 0.75))
    }

    @Test func `several threads make the same renditions and leak nothing`() async throws {
        let file = PNGFile.halves(700, 500)
        let expected = try Images.renditions(of: file).sizes.map(\.webp)
        let allocations = vips_tracked_get_allocs()
        await withTaskGroup(of: Bool.self) { group in
            for turn in 0..<24 {
                group.addTask {
                    if turn % 3 == 0 { return (try? Images.renditions(of: Array(file.dropLast(900)))) == nil }
                    return (try? Images.renditions(of: file))?.sizes.map(\.webp) == expected
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        // Other suites allocate memory too: theirs is freed, leaked memory stays.
        var turns = 0
        while vips_tracked_get_allocs() > allocations, turns < 200 {
            try? await Task.sleep(for: .milliseconds(50))
            turns += 1
        }
        #expect(vips_tracked_get_allocs() <= allocations)
        #expect(String(cString: vips_error_buffer()) == "")
    }
}
