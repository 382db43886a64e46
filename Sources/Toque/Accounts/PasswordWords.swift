// The common words that attackers try first: Debian's word list, where it is installed, and a few more.

import Foundation

/// A set of words; each takes eight bytes.
struct PasswordWords: Sendable {
    /// Shorter words are left out: with digits after them they are no weaker than the digits alone.
    static let leastLength = 4

    /// Words that a system word list from before the web does not contain.
    private static let own = [
        "iloveyou", "welcome", "sunshine", "princess", "football", "baseball", "whatever", "monkey", "dragon", "admin",
        "administrator", "moderator", "starwars", "pokemon", "minecraft", "liverpool", "chelsea", "changeme",
        "password",
        "passphrase", "passwort", "letmein", "trustno", "qwerty", "qwertz", "azerty", "chocolate", "cooking", "kitchen",
        "пароль", "привет", "любовь", "солнце", "наташа", "марина", "максим", "кухня", "спартак", "зенит", "россия",
        "correcthorsebatterystaple", "imalwaysangry", "nevergonnagiveyouup",
    ]

    /// Hashes in ascending order.
    private let hashes: [UInt64]

    /// Reads a list with one word per line. If the file is missing, uses only our own words and logs a notice.
    init(path: String?) {
        var hashes = Self.own.map { Self.hash($0.utf8) }
        let data = path.flatMap { FileManager.default.contents(atPath: $0) }
        if let path, !path.isEmpty, data == nil {
            Log.notice("there is no list of common passwords at \(path): few of them are refused")
        }
        if let data {
            hashes.reserveCapacity(data.count / 8)
            for line in data.split(separator: UInt8(ascii: "\n")) where line.count >= Self.leastLength {
                hashes.append(Self.hash(line.lazy.map(Self.lowercased)))
            }
        }
        self.hashes = hashes.sorted()
    }

    var count: Int { hashes.count }

    /// Whether a lower-case word is in the list.
    func contains(_ word: String) -> Bool {
        let wanted = Self.hash(word.utf8)
        var (low, high) = (0, hashes.count)
        while low < high {
            let middle = (low + high) / 2
            if hashes[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low < hashes.count && hashes[low] == wanted
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// FNV-1a with 64 bits: the chance that any two of 50,000 words collide is about one in ten thousand million.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension Site {
    var passwordWords: PasswordWords { part() }
}
