// Letters that are drawn alike in several alphabets, by the table of confusables of Unicode's technical standard 39.

enum Confusables {
    /// What a small letter is taken for: a Latin letter or a digit where there is one.
    static func likeness(_ letter: Unicode.Scalar) -> Unicode.Scalar { table[letter] ?? letter }

    /// Letters whose capital is taken for another one than they are: the table has what the capital is taken for.
    static let asSmall: [Unicode.Scalar: Unicode.Scalar] = ["ν": "v", "υ": "u"]

    private static let table: [Unicode.Scalar: Unicode.Scalar] = {
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for group in groups {
            guard let first = group.unicodeScalars.first else { continue }
            for letter in group.unicodeScalars.dropFirst() { table[letter] = first }
        }
        return table
    }()

    /// Small letters of the Latin, Greek, Cyrillic, Armenian and Cherokee alphabets after what they are taken for, as they
    /// are or else as capitals; in each group they are taken for one another.
    private static let groups = [
        "2ƨϩꙅꝛ", "3ȝɜʒзӡꝫ", "4ꮞ", "6бꮾ", "8ȣ", "9ꝯ",
        "aɑαаꭺ", "bƅβвьᏼᲀꞵꮟ", "cсᲃꮯ", "dԁꭰꮷ", "eεеҽꭼ", "fϝքẝꞙ", "gƍɡԍցᏻꮐ", "hηнһհꮋꮒ", "iıɩɪιіӏꙇꭵ", "jʝϳјꭻ", "kκкꮶ",
        "lǀꮮ", "mμϻмꮇ", "nνոռ", "oοσоօᲂ", "pρрꮲ", "qԛգզ", "rʀгꭱꮁꮢ", "sƽѕտꜱꮥꮪ", "tτтᲄᲅꭲ", "uʋսꞟ", "vѵꮩ",
        "wɯѡԝաꮃꮤ", "xχх", "yυɣʏγуүỿꭹꮍ", "zζꮓ",
        "ƫꮏ", "ȷյ", "ɂꭾ", "ɰպ", "ʚꞝ", "ͱꭸꮀ", "ͻɔ", "ͽꜿ", "ßᏸ", "δծẟ", "ςϛ", "ϸþƿ", "иͷ", "лʌλ", "пπ", "фɸφփ", "єɛԑꞓꮛ",
        "ѱψ", "ҷӌ", "әǝə", "ԋƕ", "ꙍωꞷ", "ꜧꞕ",
    ]
}
