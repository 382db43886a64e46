// Tests of pictures for other sites: drawings as JPEG, and squares with a title.
import CVips
import Foundation
import Testing

@testable import Images

@Suite(.serialized) struct PreviewPictureTests {
    private let halves =
        ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><path fill="#c80000" d="M0 0h200v300H0z"/>"##
        + ##"<path fill="#0000c8" d="M200 0h200v300H200z"/></svg>"##

    /// The number of dark pixels in the panel with the title.
    private func ink(_ pixels: Pixels) -> Int {
        let rows = stride(from: 0.76, to: 1, by: 0.002)
        return rows.reduce(0) { sum, y in
            sum + stride(from: 0, to: 1, by: 0.002).filter { pixels.colour($0, y).reduce(0, +) < 200 }.count
        }
    }

    @Test func `a drawing becomes a JPEG of 1200 by 630 pixels`() throws {
        let pixels = try Pixels(Images.preview(of: halves))
        #expect(pixels.width == 1200 && pixels.height == 630)
        #expect(pixels.isNear(200, 0, 0, at: 0.2, 0.5) && pixels.isNear(0, 0, 200, at: 0.8, 0.5))
    }

    @Test func `a square has the drawing above and the title below`() throws {
        let pixels = try Pixels(Images.square(.drawing(halves), title: "Tomato soup", line: "toque.test"))
        #expect(pixels.width == 1080 && pixels.height == 1080 && pixels.bands == 3)
        #expect(pixels.isNear(200, 0, 0, at: 0.2, 0.6) && pixels.isNear(0, 0, 200, at: 0.8, 0.1))
        #expect(pixels.isNear(251, 246, 236, at: 0.01, 0.99))
        #expect(ink(pixels) > 500)
    }

    @Test(arguments: [(1600, 300), (300, 1600), (40, 30)])
    func `a photo of any shape covers its part`(width: Int, height: Int) throws {
        let photo = try Images.renditions(of: PNGFile.halves(width, height)).sizes.last
        let pixels = try Pixels(Images.square(.photo(try #require(photo).jpeg), title: "Soup", line: ""))
        #expect(pixels.width == 1080 && pixels.height == 1080)
        #expect(!pixels.isNear(251, 246, 236, at: 0.01, 0.01) && !pixels.isNear(251, 246, 236, at: 0.99, 0.74))
    }

    @Test(arguments: [
        "", "A < B & C > D", "<b>\u{0}\u{7}", "Борщ с пампушками", "🍲", String(repeating: "w", count: 5_000),
        String(repeating: "Wide words ", count: 40), String(repeating: "e\u{301}", count: 300),
    ])
    func `any title fits`(title: String) throws {
        let pixels = try Pixels(Images.square(.drawing(halves), title: title, line: "toque.test"))
        #expect(pixels.height == 1080)
        #expect(pixels.isNear(251, 246, 236, at: 0.005, 0.9) && pixels.isNear(251, 246, 236, at: 0.5, 0.998))
    }

    @Test func `uploads are still never read as SVG`() {
        #expect(throws: ImageError.notAPicture) { try Images.renditions(of: Array(halves.utf8)) }
        #expect(throws: ImageError.notAPicture) {
            try Images.square(.photo(Array(halves.utf8)), title: "Soup", line: "")
        }
    }
}
