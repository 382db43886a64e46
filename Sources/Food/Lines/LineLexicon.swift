// One table of the words in `LineWords` and the forms of all units, by the hash of their folded bytes.

import Bytes

/// What the parser knows about a word.
struct LineWord: Sendable {
    var roles: LineRole = []
    var number = 0.0
    /// The index of the unit in the unit table, or -1.
    var unit: Int16 = -1
    /// Whether the word is the unit's singular.
    var isSingular = false
    /// Whether a unit of two words begins with the word.
    var beginsUnit = false

    static let none = LineWord()
}

/// Looks up the words and units of ingredient lines by hash.
package struct LineLexicon: Sendable {
    package let units: UnitTable
    let tablespoon: Int16
    let teaspoon: Int16
    private var words = PrehashedTable(blank: LineWord.none)
    private var pairs = PrehashedTable(blank: Int16(-1))

    package init(units: UnitTable) {
        self.units = units
        tablespoon = Int16(units.units.firstIndex { $0.key == "tbsp" } ?? -1)
        teaspoon = Int16(units.units.firstIndex { $0.key == "tsp" } ?? -1)
        for (role, list) in LineWords.roles {
            for word in list { change(word[...]) { $0.roles.insert(role) } }
        }
        for (value, roles, list) in LineWords.numbers {
            for word in list.split(bytes: " ") {
                change(word) {
                    $0.roles.formUnion(roles)
                    $0.number = value
                }
            }
        }
        for place in units.units.indices { add(units.units[place], at: Int16(place)) }
    }

    private mutating func add(_ unit: MeasuringUnit, at place: Int16) {
        let roles = LineWords.unitRoles.filter { $0.1.split(bytes: " ").contains { $0 == unit.key } }.map(\.0)
        let aliases = LineWords.aliases.filter { $0.key == unit.key }.flatMap { $0.forms.split(bytes: " ") }
        let forms = unit.english + unit.russian + aliases.map(String.init)
        for (number, form) in forms.enumerated() {
            let parts = form.split(anyOf: " .")
            guard let first = parts.first, parts.count <= 2, first.count > 1 || Self.isSafeLetter(first) else {
                continue
            }
            if parts.count == 2 {
                change(first) { $0.beginsUnit = true }
                pairs[Self.pair(Self.hash(parts[0].utf8), Self.hash(parts[1].utf8))] = place
                continue
            }
            change(first) {
                if $0.unit >= 0 { return }
                $0.unit = place
                $0.isSingular = number == 0 && unit.english.count > 1
                for role in roles { $0.roles.insert(role) }
            }
        }
    }

    /// Whether a form of one letter may be in the table. `t` (teaspoon) and `T` (tablespoon) may not, because the hash
    /// ignores case; the tokeniser reads them.
    private static func isSafeLetter(_ letter: Substring) -> Bool { letter.lowercased() != "t" }

    private mutating func change(_ word: Substring, _ change: (inout LineWord) -> Void) {
        let hash = Self.hash(word.utf8)
        var known = self.word(hash)
        change(&known)
        words[hash] = known
    }

    func word(_ hash: UInt64) -> LineWord { words[hash] ?? .none }

    /// Whether the word has a role in ingredient lines.
    package func knows(_ word: Substring) -> Bool { !self.word(Self.hash(word.utf8)).roles.isEmpty }

    /// The index of the unit written in two words, or -1: `fl oz`, `ст. л.`.
    func unit(_ first: UInt64, _ second: UInt64) -> Int16 { pairs[Self.pair(first, second)] ?? -1 }

    private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 { first &* 31 ^ second }

    /// The hash of a word; it ignores case and treats ё as е.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hasher = LineHash()
        for byte in bytes { hasher.add(byte) }
        return hasher.value
    }
}

/// FNV-1a over folded bytes: ASCII and Cyrillic in lower case, ё as е.
struct LineHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325
    private var lead: UInt8 = 0

    mutating func add(_ byte: UInt8) {
        if byte < 0x80 {
            lead = 0
            mix(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        } else if byte == 0xD0 || byte == 0xD1 {
            lead = byte
        } else if lead != 0 {
            addCyrillic(byte)
            lead = 0
        } else {
            mix(byte)
        }
    }

    /// А–П are D0 90–9F, Р–Я D0 A0–AF; а–п D0 B0–BF, р–я D1 80–8F; Ё D0 81, ё D1 91.
    private mutating func addCyrillic(_ byte: UInt8) {
        switch (lead, byte) {
        case (0xD0, 0x90...0x9F): mix(byte + 0x20)
        case (0xD0, 0xA0...0xAF): mix(byte - 0x20)
        case (0xD0, 0x81), (0xD1, 0x91): mix(0xB5)
        default: mix(byte)
        }
    }

    private mutating func mix(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }

    var value: UInt64 { (state ^ state >> 29) | 1 }
}
