import Testing
import Words

@testable import Toque

@Suite struct `Choosing a language` {
    @Test(arguments: ["", ",", ";", ";;,;", ";q=1", ",;q=0.5,", "*", "de,fr;q=0.9", " ", "\u{0}"])
    func `a header without a known language gives English`(header: String) {
        #expect(Language.chosen(cookie: nil, header: header) == .en)
    }

    @Test func `the first known language is used, an earlier choice is preferred`() {
        #expect(Language.chosen(cookie: nil, header: "de, ru-RU;q=0.9, en;q=0.8") == .ru)
        #expect(Language.chosen(cookie: nil, header: ";, RU") == .ru)
        #expect(Language.chosen(cookie: "en", header: "ru") == .en)
        #expect(Language.chosen(cookie: "xx", header: "ru") == .ru)
    }
}
