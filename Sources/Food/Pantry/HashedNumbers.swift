// Finds the number of a text among very many.

import Foundation

/// Numbers of texts by their hash, with open addressing. The texts are in lists of its user: bytes, and the end of each.
struct HashedNumbers {
    /// The numbers plus one.
    private var slots = [UInt32](repeating: 0, count: 1_024)
    private var count = 0

    @inline(__always)
    private func slot(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        // Hashes with a secret of the process: nobody can write lines that all have the same place.
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        return hasher.finalize() & (slots.count - 1)
    }

    /// The number of a text.
    func number(
        of text: UnsafeBufferPointer<UInt8>, _ texts: PlainList<UInt8>, _ ends: PlainList<UInt32>
    ) -> UInt32? {
        guard let start = text.baseAddress else { return nil }
        var place = slot(text)
        while slots[place] != 0 {
            let other = texts[ends.range(Int(slots[place]) - 1)]
            if other.count == text.count, let first = other.baseAddress, memcmp(first, start, text.count) == 0 {
                return slots[place] - 1
            }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds the number of a text that it does not have.
    mutating func add(_ number: UInt32, _ texts: PlainList<UInt8>, _ ends: PlainList<UInt32>) {
        if count * 3 > slots.count * 2 {
            let old = slots
            slots = [UInt32](repeating: 0, count: old.count * 2)
            for slot in old where slot != 0 { insert(slot - 1, texts, ends) }
        }
        insert(number, texts, ends)
        count += 1
    }

    private mutating func insert(_ number: UInt32, _ texts: PlainList<UInt8>, _ ends: PlainList<UInt32>) {
        var place = slot(texts[ends.range(Int(number))])
        while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
        slots[place] = number + 1
    }
}
