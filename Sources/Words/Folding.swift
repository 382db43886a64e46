// Case-folds single scalars: a table for the scripts in use, Unicode's data for the rest.

import Foundation
import Synchronization

/// The folded form of one scalar: up to six bytes of UTF-8, their number, and its role in a word.
struct FoldedScalar {
    enum Kind: UInt8 {
        case separator
        case letter
        /// An accent, a soft hyphen or similar: belongs to the word before it and is dropped.
        case hidden
        /// U+0306, an accent that turns и into the letter й and is dropped elsewhere.
        case breve
    }

    /// The bytes from the lowest up, then the count in byte 6 and the kind in byte 7.
    private let bits: UInt64

    init(_ kind: Kind, _ utf8: some Sequence<UInt8>) {
        var bits: UInt64 = 0
        var count: UInt64 = 0
        for byte in utf8 {
            bits |= UInt64(byte) << (8 * count)
            count += 1
        }
        self.bits = bits | count << 48 | UInt64(kind.rawValue) << 56
    }

    var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 56)) ?? .separator }
    var count: Int { Int(truncatingIfNeeded: (bits >> 48) & 0xFF) }
    /// The bytes in memory order; those after `count` are undefined.
    var bytes: UInt64 { bits.littleEndian }
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt64(8 * index)) }
}

/// Folding of scalars, and the iteration over UTF-8 that folding and splitting into words share.
enum Folding {
    /// Latin, Greek, Cyrillic, the punctuation of all of them, and every script below U+2200.
    static let table: [FoldedScalar] = (0..<tableEnd).map { value in
        Unicode.Scalar(UInt32(value)).map(folded) ?? FoldedScalar(.separator, [])
    }

    private static let tableEnd = 0x2200

    /// The bytes of и, which with a breve is й: another letter, not an accented one.
    static let shortIBase: [UInt8] = [0xD0, 0xB8]
    static let shortIEnd: UInt8 = 0xB9

    /// Latin letters that Unicode does not decompose, as people type them on a plain keyboard.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
        "ς": "σ",
    ]

    /// The folded scalar at `position`; moves `position` behind it. A byte that is not UTF-8 is a separator.
    @inline(__always)
    static func next(
        in utf8: UnsafeBufferPointer<UInt8>, at position: inout Int, table: UnsafeBufferPointer<FoldedScalar>
    ) -> FoldedScalar {
        let lead = utf8[position]
        if lead < 0x80 {
            position += 1
            return table[Int(lead)]
        }
        if lead >= 0xC2, lead < 0xE0, position + 1 < utf8.count, utf8[position + 1] & 0xC0 == 0x80 {
            let value = Int(lead & 0x1F) << 6 | Int(utf8[position + 1] & 0x3F)
            position += 2
            return table[value]
        }
        return nextWide(in: utf8, at: &position, table: table)
    }

    /// Turns the и at the end of a word into й; called when a breve follows.
    static func joinBreve(_ word: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        var word = word
        if word.suffix(2).elementsEqual(shortIBase) { word[word.endIndex - 1] = shortIEnd }
    }

    private static func nextWide(
        in utf8: UnsafeBufferPointer<UInt8>, at position: inout Int, table: UnsafeBufferPointer<FoldedScalar>
    ) -> FoldedScalar {
        let available = utf8[position..<min(position + 4, utf8.count)]
        var decoder = UTF8()
        var bytes = available.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else {
            position += 1
            return FoldedScalar(.separator, [])
        }
        position += UTF8.width(scalar)
        return scalar.value < table.count ? table[Int(scalar.value)] : folded(scalar)
    }

    /// The folded form of a scalar from Unicode's data. It is slow, so common scalars are in `table`.
    static func folded(_ scalar: Unicode.Scalar) -> FoldedScalar {
        if scalar.value == 0x306 { return FoldedScalar(.breve, []) }
        if isAccent(scalar) || isInvisible(scalar) { return FoldedScalar(.hidden, []) }
        guard isLetter(scalar) else { return FoldedScalar(.separator, UTF8.encoded(narrowed(scalar))) }
        switch scalar.value {
        case 0x419, 0x439: return FoldedScalar(.letter, shortIBase.dropLast() + [shortIEnd])
        case 0x3400...0x9FFF, 0xAC00...0xD7A3: return FoldedScalar(.letter, UTF8.encoded(scalar))
        default: break
        }
        if scalar.value < tableEnd { return decomposed(scalar) }
        if let known = rareLetters.withLock({ $0[scalar.value] }) { return known }
        let letter = decomposed(scalar)
        // There are about 100,000 letters; these are more than all writing systems in use have.
        rareLetters.withLock { if $0.count < 0x10000 { $0[scalar.value] = letter } }
        return letter
    }

    /// Letters outside the table that were folded once, because that takes 10 µs.
    private static let rareLetters = Mutex<[UInt32: FoldedScalar]>([:])

    private static func decomposed(_ scalar: Unicode.Scalar) -> FoldedScalar {
        var result = ""
        for part in String(scalar).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        where isLetter(part) && !isAccent(part) {
            result += plain[part] ?? String(part)
        }
        result = result.precomposedStringWithCanonicalMapping
        if result.isEmpty { return FoldedScalar(.hidden, []) }
        return FoldedScalar(.letter, result.utf8.count <= 6 ? Array(result.utf8) : UTF8.encoded(scalar))
    }

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

    /// Soft hyphens, joiners and similar, but not the zero-width space, which separates words.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint && scalar.value != 0x200B
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
            .decimalNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    /// The plain form of a full-width character, and a space for the ideographic space.
    private static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x3000: " "
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        default: scalar
        }
    }
}

extension UTF8 {
    fileprivate static func encoded(_ scalar: Unicode.Scalar) -> [UInt8] {
        encode(scalar).map(Array.init) ?? []
    }
}
