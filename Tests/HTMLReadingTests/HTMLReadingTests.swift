// Tests of parsing real web pages: broken markup, entities, scripts, and pages made to cost time or memory.

import Testing

@testable import HTMLReading

@Suite struct HTMLReadingTests {
    private func page(_ html: String) throws -> HTMLPage { try #require(HTMLPage(html)) }

    @Test func `elements have names, attributes and text, also in broken markup`() throws {
        let root = try page("<P Class=a>one<br>two<ul><LI itemprop='x'>a &amp; b<li data-x=\"1 &lt; 2\">c").root
        #expect(root.text() == "one\ntwo\na & b\nc")
        let items = root.all { $0.name == "li" }
        #expect(items.map { $0.text() } == ["a & b", "c"])
        #expect(items[0]["itemprop"] == "x" && items[1]["data-x"] == "1 < 2")
    }

    @Test func `the text of a script is not decoded`() throws {
        let source = #"{"a":"<b>x</b> &amp; \u0041 <!-- y -->"}"#
        let root = try page("<head><script type=\"application/ld+json\">\(source)</script><title>T</title>").root
        #expect(root.all { $0.name == "script" }.map(\.source) == [source])
        #expect(root.text() == "")
    }

    @Test(arguments: [
        ("a &amp; b", "a & b"), ("&frac12; cup &frac13; &frac78;", "½ cup ⅓ ⅞"), ("1 < 2 & 3", "1 < 2 & 3"),
        ("<p>one</p><p>two &nbsp; three</p>", "one\ntwo three"), ("&amp;amp;", "&"), ("&lt;b&gt;x&lt;/b&gt;", "x"),
        ("one\ntwo<br/>three", "one\ntwo\nthree"), ("plain", "plain"), ("&#189; кг муки", "½ кг муки"),
        ("&fracxx; &frac", "&fracxx; &frac"), ("<script>alert(1)</script>x", "x"), ("a<b and c", "a"), ("", ""),
    ])
    func `markup inside a text becomes plain text`(markup: String, text: String) {
        #expect(HTMLText.plain(markup) == text)
    }

    @Test func `a page that nests too deep or has too many attributes is cut and marked so`() throws {
        let deep = try page(String(repeating: "<div>", count: 100_000))
        #expect(deep.isCut)
        let attributes = (0..<200_000).map { " a\($0)" }.joined()
        let start = ContinuousClock.now
        let wide = try page("<p>x</p><a\(attributes)>y</a>")
        #expect(wide.isCut)
        #expect(ContinuousClock.now - start < .seconds(5))
        let plain = try page("<p>" + String(repeating: "<b>x</b>", count: 1_000))
        #expect(!plain.isCut)
    }

    @Test(arguments: ["<p>", "<p>a", "<p a b c d e f g h>"])
    func `libxml2 stops reading a page with too many elements and attributes`(part: String) throws {
        let text = String(repeating: part, count: 4_000_000 / part.utf8.count)
        let page = try page(text)
        // Four bytes for each element and attribute, and one piece more.
        #expect(page.isCut && page.read < 4 * HTMLPage.nodes + 10_000)
        let normal = try self.page("<p>" + String(repeating: "<b>x</b><!-- y -->", count: 50_000))
        #expect(!normal.isCut && normal.root.all { $0.name == "b" }.count == 50_000)
    }

    @Test func `elements below many levels are found in order, and each is visited once`() throws {
        let page = try page(String(repeating: "<div>", count: 200) + String(repeating: "<br id=a>", count: 1_000))
        let order = page.root.all { $0["id"] != nil || $0.name == "div" }.map(\.name)
        #expect(order == Array(repeating: "div", count: 200) + Array(repeating: "br", count: 1_000))
        var visits = 0
        func count(_ name: String) -> (HTMLElement) -> Bool {
            visits = 0
            return { element in
                visits += 1
                return element.name == name
            }
        }
        // The elements above are `html` and `body`.
        #expect(page.root.all(where: count("br")).count == 1_000 && visits == 1_202)
        #expect(page.root.first(where: count("br")) != nil && visits == 203)
        #expect(page.root.first(where: count("p")) == nil && visits == 1_202)
    }

    @Test func `text with markup that cannot be read to its end loses no word`() {
        let text = "Mix." + String(repeating: "<b>", count: 300) + "Add 2 eggs."
        #expect(HTMLText.plain(text) == text)
        #expect(HTMLText.plain("Mix." + String(repeating: "<b>", count: 100) + "Add 2 eggs.") == "Mix.Add 2 eggs.")
    }

    @Test func `an empty, too long or binary page gives no page or an empty one`() {
        #expect(HTMLPage("") == nil)
        #expect(HTMLPage(String(repeating: "x", count: HTMLPage.limit + 1)) == nil)
        #expect(HTMLPage("\u{0}\u{1}<")?.root.text().isEmpty != false)
    }

    @Test func `combining marks that tags separate do not join in the plain text`() {
        let marks = String(repeating: "\u{301}\u{323}", count: 15)
        let plain = HTMLText.plain("x" + String(repeating: marks + "</b>", count: 100))
        #expect(plain.unicodeScalars.count == 31)
    }
}
