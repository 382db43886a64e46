// Tests of `HTMLBuffer`: how values are escaped in text, attributes and addresses.

import HTML
import Testing

/// The output that a closure writes.
private func written(_ write: (inout HTMLBuffer) -> Void) -> String {
    var out = HTMLBuffer()
    write(&out)
    return String(decoding: out.bytes, as: UTF8.self)
}

@Suite struct Escaping {
    @Test func `literals are written unchanged`() {
        #expect(written { $0.literal("<p class=\"a\">&amp;</p>\n") } == "<p class=\"a\">&amp;</p>\n")
        #expect(written { $0.literal("x") } == "x")
        #expect(written { $0.literal("") } == "")
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("Борщ ё 🍲", "Борщ ё 🍲"), ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"),
        ("\"", "&quot;"), ("'", "&#39;"), ("<b>'x' & \"y\"</b>", "&lt;b&gt;&#39;x&#39; &amp; &quot;y&quot;&lt;/b&gt;"),
        ("&amp;", "&amp;amp;"), ("&<>", "&amp;&lt;&gt;"), ("a\u{0}b\nc", "a\u{0}b\nc"),
        (
            String(repeating: "long enough to leave the small form <", count: 3),
            String(repeating: "long enough to leave the small form &lt;", count: 3)
        ),
    ])
    func `text and attributes escape markup and both quotes`(_ value: String, _ expected: String) {
        #expect(written { $0.text(value) } == expected)
        #expect(written { $0.text(value[...]) } == expected)
        #expect(written { $0.attribute(value) } == expected)
        #expect(written { $0.attribute(value[...]) } == expected)
    }

    @Test(arguments: [0, 7, 10, -1, 1_234_567, Int.max, Int.min])
    func `numbers are decimal`(_ value: Int) {
        #expect(written { $0.text(value) } == "\(value)")
        #expect(written { $0.attribute(value) } == "\(value)")
        #expect(written { $0.urlPart(value) } == "\(value)")
    }

    @Test func `safe markup is written unescaped`() {
        var inner = HTMLBuffer(capacity: 10)
        inner.literal("<b>")
        inner.text("<")
        #expect(written { $0.text(HTML(inner)) } == "<b>&lt;")
        #expect(written { $0.text(HTML(safe: "<i>")) } == "<i>")
        #expect(HTML(safe: "").isEmpty)
        #expect(HTML(safe: Array("<i>".utf8)) == HTML(safe: "<i>"))
    }

    @Test func `pieces are written in order`() {
        let page = written {
            $0.literal("<p>")
            $0.text(-12)
            $0.text("&")
            $0.literal("</p>")
        }
        #expect(page == "<p>-12&amp;</p>")
    }
}

@Suite struct Addresses {
    @Test(arguments: [
        "", "/", "/recipes/42-borscht", "/a//b", "?page=2", "#steps", "recipes/42", "../up", "./x", "a", "/a:b", "?a:b",
        "#a:b", "a/b:c", "http://example.org", "https://example.org/a?b=c#d", "HTTPS://EXAMPLE.ORG/",
        "http://[::1]:80/",
        "https://example.org:8080/%D0%B1", "mailto:alice@example.org", "MailTo:a@b", "/борщ", "/%2F%2Fevil",
    ])
    func `allowed addresses stay unchanged`(_ address: String) {
        #expect(written { $0.url(address) } == address)
        #expect(written { $0.url(address[...]) } == address)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "javascript:", " javascript:alert(1)", "java\tscript:alert(1)",
        "java\nscript:alert(1)", "java\r\nscript:alert(1)", "\tjavascript:alert(1)", "\u{1}javascript:alert(1)",
        "\u{0}javascript:alert(1)", "javascript\u{0}:alert(1)", "javascript\t:alert(1)", "javascript :alert(1)",
        "\u{A0}javascript:alert(1)", "\u{FEFF}javascript:alert(1)", "\u{200B}javascript:alert(1)",
        "javascript:alert(1)//http://", "javascript://example.org/%0Aalert(1)", "vbscript:msgbox(1)", "VBScript:x",
        "data:text/html,<script>alert(1)</script>", "data:text/html;base64,PHNj", "DATA:,x", "blob:https://x/1",
        "file:///etc/passwd", "ftp://example.org", "feed:javascript:alert(1)", "view-source:x", "tel:+123", "x:y", ":",
        ":javascript", "1:2", "//evil.example", "///evil.example", "//", "/\\evil.example", "\\/evil.example",
        "\\\\evil.example", "/\t/evil.example", "/\n/evil.example", "\t//evil.example", " //evil.example", "/a\\b",
        "http:evil.example", "http:/evil.example", "http:///evil.example", "http://", "https://?x", "https://#x",
        "http:\\\\evil.example", "/a\u{7F}b", "/a\nb",
        "mailto\t:a@b", "ｊavascript:alert(1)", "javas\u{0441}ript:alert(1)",
    ])
    func `every other address becomes a hash`(_ address: String) {
        #expect(written { $0.url(address) } == "#")
    }

    @Test(arguments: [
        ("/a?b=1&c=2", "/a?b=1&amp;c=2"), ("/a b", "/a%20b"), ("/\"onclick=x", "/%22onclick=x"), ("/'x", "/%27x"),
        ("/<b>", "/%3Cb%3E"), ("/`{|}^", "/%60%7B%7C%7D%5E"),
        ("javascript&colon;alert(1)", "javascript&amp;colon;alert(1)"),
        ("javascript%3Aalert(1)", "javascript%3Aalert(1)"),
        // A browser reads these as files named `jav&` and `&`, because the entity is escaped.
        ("jav&#x0A;ascript:alert(1)", "jav&amp;#x0A;ascript:alert(1)"),
        ("&#106;avascript:alert(1)", "&amp;#106;avascript:alert(1)"),
        ("mailto:a@b?subject=c d", "mailto:a@b?subject=c%20d"),
    ])
    func `characters that could end or change an address are encoded`(_ address: String, _ expected: String) {
        #expect(written { $0.url(address) } == expected)
    }

    @Test(arguments: [
        ("", ""), ("aZ09-._~", "aZ09-._~"), ("a/b", "a%2Fb"), ("a b&c=d?e#f+g%h", "a%20b%26c%3Dd%3Fe%23f%2Bg%25h"),
        ("\"'<>`", "%22%27%3C%3E%60"), ("script:alert(1)", "script%3Aalert%281%29"),
        ("/evil.example", "%2Fevil.example"),
        ("\\\n\u{0}", "%5C%0A%00"), ("щи", "%D1%89%D0%B8"), ("🍲", "%F0%9F%8D%B2"),
    ])
    func `a part of an address keeps only unreserved characters`(_ value: String, _ expected: String) {
        #expect(written { $0.urlPart(value) } == expected)
        #expect(written { $0.urlPart(value[...]) } == expected)
    }
}
