// The ways to share a public recipe.

import Bytes
import HTTP
import Words

/// Where a recipe can be shared without a script, and its picture for apps that accept no links.
struct ShareLinks {
    let address: String
    let facebook: String
    let x: String
    /// The address of the largest photo, and the name under which it is saved.
    let photo: String?
    let fileName: String
    /// The address of the square picture with the title.
    let square: String
    let icons: String

    init(_ address: String, title: String, photo: String?, square: String, icons: String) {
        self.address = address
        let (encoded, text) = (Percent.encode(query: address), Percent.encode(query: title))
        facebook = "https://www.facebook.com/sharer/sharer.php?u=\(encoded)"
        x = "https://twitter.com/intent/tweet?url=\(encoded)&text=\(text)"
        (self.photo, self.square, self.icons) = (photo, square, icons)
        let name = address.split(bytes: "/").last.map(String.init) ?? "recipe"
        fileName = name + ".jpg"
    }
}
