// Finds the number of a text among very many.

/// Numbers of texts by their hash, with open addressing. Its user stores the texts.
struct HashedNumbers: Sendable {
    /// The numbers plus one.
    private var slots = [UInt32](repeating: 0, count: 1_024)
    private var count = 0

    private func slot(_ text: UnsafeRawBufferPointer) -> Int {
        // Hashes with a secret of the process: nobody can write lines that all have the same place.
        var hasher = Hasher()
        hasher.combine(bytes: text)
        return hasher.finalize() & (slots.count - 1)
    }

    /// The number of a text; `isEqual` says whether a number is that of the text.
    func number(of text: [UInt8], _ isEqual: (UInt32) -> Bool) -> UInt32? {
        var place = text.withUnsafeBytes(slot)
        while slots[place] != 0 {
            if isEqual(slots[place] - 1) { return slots[place] - 1 }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds a text that it does not have; `text` returns the text of a number.
    mutating func add(_ new: [UInt8], _ number: UInt32, _ text: (UInt32) -> ArraySlice<UInt8>) {
        if count * 3 > slots.count * 2 {
            let old = slots
            slots = [UInt32](repeating: 0, count: old.count * 2)
            for slot in old where slot != 0 { insert(slot - 1, text(slot - 1)) }
        }
        insert(number, new[...])
        count += 1
    }

    private mutating func insert(_ number: UInt32, _ text: ArraySlice<UInt8>) {
        var place = text.withUnsafeBytes(slot)
        while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
        slots[place] = number + 1
    }
}
