// Tests of cutting squares out of pictures.
import Images
import Testing

@Suite struct CutTests {
    /// Cuts `halves` and decodes it; its dark red quarter is top left, the blue one bottom right.
    private func pixels(_ cut: Cut, _ width: Int = 1600, _ height: Int = 1200) throws -> (Renditions, Pixels) {
        let made = try Images.renditions(of: PNGFile.halves(width, height), cut: cut)
        return (made, try Pixels(made.sizes[0].jpeg))
    }

    @Test func `the default cut is the largest square in the middle`() throws {
        let (made, pixels) = try pixels(.middle)
        #expect(made.width == 1200 && made.height == 1200)
        #expect(made.sizes.map(\.width) == [320, 640, 960])
        #expect(made.sizes.map(\.height) == [320, 640, 960])
        #expect(pixels.isNear(120, 0, 0, at: 0.25, 0.25))
        #expect(pixels.isNear(0, 0, 240, at: 0.75, 0.75))
    }

    @Test func `a cut contains exactly the chosen square`() throws {
        for (x, y, isRed) in [(0, 0, true), (200, 100, true), (900, 700, false), (1100, 700, false)] {
            let (made, pixels) = try pixels(.square(Square(x: x, y: y, side: 400)))
            #expect(made.width == 400 && made.sizes.map(\.width) == [320])
            for place in [(0.05, 0.05), (0.95, 0.05), (0.05, 0.95), (0.95, 0.95)] {
                let isNear =
                    isRed
                    ? pixels.isNear(120, 0, 0, at: place.0, place.1) : pixels.isNear(0, 0, 240, at: place.0, place.1)
                #expect(isNear, "\(x) \(y) at \(place)")
            }
        }
    }

    @Test(arguments: [
        (-1, 0, 100), (0, -1, 100), (0, 0, 0), (0, 0, 63), (0, 0, 1201), (401, 0, 1200), (1501, 0, 100), (0, 1101, 100),
        (Int.max, 0, 100), (0, Int.max, 100), (0, 0, Int.max), (Int.min, Int.min, Int.min), (1, 1, Int.min),
    ])
    func `a square outside the picture is refused`(x: Int, y: Int, side: Int) throws {
        #expect(throws: ImageError.outside) { try pixels(.square(Square(x: x, y: y, side: side))) }
    }

    @Test func `squares at the edges of the picture can be cut`() throws {
        for square in [
            Square(x: 400, y: 0, side: 1200), Square(x: 1536, y: 1136, side: 64), Square(x: 0, y: 0, side: 64),
        ] {
            #expect(try pixels(.square(square)).0.width == square.side)
        }
        // A picture that is smaller than the smallest allowed side is kept whole.
        #expect(try pixels(.square(Square(x: 0, y: 0, side: 10)), 10, 10).0.width == 10)
        #expect(try pixels(.middle, 1, 1).0.sizes.map(\.width) == [1])
    }

    @Test(arguments: 1...8)
    func `a square is placed on the upright picture`(orientation: Int) throws {
        let exif = JPEGFile.exif(orientation: UInt8(orientation))
        let file = try JPEGFile.halves(600, 400, segments: [exif])
        let corners: [(x: Double, y: Double)] = [
            (0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0), (1, 1), (0, 1),
        ]
        let corner = corners[orientation - 1]
        // The fixture's smallest width.
        let (width, height) = orientation < 5 ? (320, 213) : (213, 320)
        let square = Square(x: Int(corner.x * Double(width - 90)), y: Int(corner.y * Double(height - 90)), side: 90)
        let made = try Images.renditions(of: file, cut: .square(square))
        let pixels = try Pixels(made.sizes[0].jpeg)
        // The dark red quarter, wherever the orientation puts it.
        #expect(pixels.isNear(120, 0, 0, at: 0.2, 0.2) && pixels.isNear(120, 0, 0, at: 0.8, 0.8))
    }

    @Test func `cutting a small square out of a huge picture uses limited memory`() throws {
        let made = try Images.renditions(
            of: PNGFile.black(8000, 6000), cut: .square(Square(x: 7000, y: 5000, side: 900)))
        #expect(made.width == 900)
        #expect(made.sizes.allSatisfy { $0.width == $0.height })
    }
}
