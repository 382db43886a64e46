// The picture of a person, or the letter that stands for it.

import Foundation

/// A person's picture beside the name, which says who it is.
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
