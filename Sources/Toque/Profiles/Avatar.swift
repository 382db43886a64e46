// A member's photo, or an initial instead of it.

import Foundation

/// The photo that is shown next to a name, with an initial for members without one.
struct Avatar {
    let photo: String?
    let initial: String

    init(photo: String?, name: String) {
        self.photo = photo
        initial = name.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "?"
    }

    var jpeg: String? { photo.map { Address.media($0, "320.jpg") } }
    var webp: String { photo.map { Address.media($0, "320.webp") } ?? "" }
}
