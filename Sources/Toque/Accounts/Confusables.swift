// Letters that look alike in several alphabets, from the confusables table of Unicode Technical Standard 39.

enum Confusables {
    /// The representative of a lower-case letter's look-alikes: a Latin letter or digit where there is one.
    static func likeness(_ letter: Unicode.Scalar) -> Unicode.Scalar { table[letter] ?? letter }

    /// Letters whose lower and upper case look like different Latin letters, with what the lower case looks like: ν is
    /// “v”, its capital Ν is “N”. `table` has what the capital looks like.
    static let asSmall: [Unicode.Scalar: Unicode.Scalar] = ["ν": "v", "υ": "u"]

    private static let table: [Unicode.Scalar: Unicode.Scalar] = {
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for group in groups {
            guard let first = group.unicodeScalars.first else { continue }
            for letter in group.unicodeScalars.dropFirst() { table[letter] = first }
        }
        return table
    }()

    /// Lower-case Latin, Greek, Cyrillic, Armenian and Cherokee letters that look alike, either as they are or as
    /// capitals. The first character of each group represents it.
    private static let groups = [
        "2ƨϩꙅꝛ", "3ȝɜʒзӡꝫ", "4ꮞ", "6бꮾ", "8ȣ", "9ꝯ",
        "aɑαаꭺ", "bƅβвьᏼᲀꞵꮟ", "cсᲃꮯ", "dԁꭰꮷ", "eεеҽꭼ", "fϝքẝꞙ", "gƍɡԍցᏻꮐ", "hηнһհꮋꮒ", "iıɩɪιіӏꙇꭵ", "jʝϳјꭻ", "kκкꮶ",
        "lǀꮮ", "mμϻмꮇ", "nνոռ", "oοσоօᲂ", "pρрꮲ", "qԛգզ", "rʀгꭱꮁꮢ", "sƽѕտꜱꮥꮪ", "tτтᲄᲅꭲ", "uʋսꞟ", "vѵꮩ",
        "wɯѡԝաꮃꮤ", "xχх", "yυɣʏγуүỿꭹꮍ", "zζꮓ",
        "ƫꮏ", "ȷյ", "ɂꭾ", "ɰպ", "ʚꞝ", "ͱꭸꮀ", "ͻɔ", "ͽꜿ", "ßᏸ", "δծẟ", "ςϛ", "ϸþƿ", "иͷ", "лʌλ", "пπ", "фɸφփ", "єɛԑꞓꮛ",
        "ѱψ", "ҷӌ", "әǝə", "ԋƕ", "ꙍωꞷ", "ꜧꞕ",
    ]
}
