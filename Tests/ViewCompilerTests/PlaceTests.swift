// Tests of how values are escaped by their place in HTML, and of places where values are refused.

import Testing
import ViewCompiling

@Suite struct Places {
    /// The calls that write values, in order.
    private func calls(_ text: String) throws -> [String] {
        try statements(text).filter { $0.hasPrefix("out.") && !$0.hasPrefix("out.literal") }
    }

    @Test(arguments: [
        ("<p>{{a}}</p>", "text"), ("a < b {{a}}", "text"), ("<br/>{{a}}", "text"), ("</p >{{a}}", "text"),
        ("<!doctype html>{{a}}", "text"), ("<!-- > - -- -->{{a}}", "text"), ("<!-->{{a}}", "text"),
        ("<!--->{{a}}", "text"), ("<p a=b c='>' d=\">\">{{a}}", "text"), ("<p a = 'x'>{{a}}", "text"),
        ("<script>if (a < b) '</p>' </SCRIPT >{{a}}", "text"), ("<style>a > b {}</style>{{a}}", "text"),
        ("<title>{{a}}</title>", "attribute"), ("<TextArea rows=2>\n<p>{{a}}</p></textarea>", "attribute"),
        ("<title></p><!-- {{a}} --></title>", "attribute"), ("<p title=\"{{a}}\">", "attribute"),
        ("<p title = '{{a}}'>", "attribute"), ("<p class=\"x {{a}} y\">", "attribute"),
        ("<p title='\"{{a}}'>", "attribute"),
        ("<a href=\"{{a}}\">", "url"), ("<A HREF='{{a}}'>", "url"), ("<a href=\" {{a}}\">", "url"),
        ("<img src=\"{{a}}\">", "url"), ("<form action=\"{{a}}\">", "url"), ("<button formaction=\"{{a}}\">", "url"),
        ("<video poster=\"{{a}}\">", "url"), ("<q cite=\"{{a}}\">", "url"), ("<object data=\"{{a}}\">", "url"),
        ("<html manifest=\"{{a}}\">", "url"), ("<use xlink:href=\"{{a}}\">", "url"), ("<a ping=\"{{a}}\">", "url"),
        ("<img srcset=\"{{a}} 2x\">", "url"), ("<img srcset=\"/a 1x, {{a}}\">", "url"),
        ("<img srcset=\"/a/{{a}} 1x\">", "urlPart"), ("<a href=\"/recipes/{{a}}\">", "urlPart"),
        ("<a href=\"?q={{a}}\">", "urlPart"), ("<a href=\"#{{a}}\">", "urlPart"),
        ("<p data-src=\"{{a}}\">", "attribute"),
        ("<a href=\"mailto:{{a}}\">", "urlPart"), ("<a href=\"/a,{{a}}\">", "urlPart"),
        ("<a href = \"{{a}}\">", "url"), ("<body background=\"{{a}}\">", "url"), ("<img longdesc=\"{{a}}\">", "url"),
        ("<object codebase=\"{{a}}\">", "url"), ("<link imagesrcset=\"/a 1x, {{a}}\">", "url"),
        ("<input checked/>{{a}}", "text"), ("<!>{{a}}", "text"), ("</>{{a}}", "text"), ("</!-- >{{a}}", "text"),
        ("<script></script/>{{a}}", "text"), ("<script><</script>{{a}}", "text"),
        ("<style><!-- a --></style>{{a}}", "text"),
    ])
    func `a value is escaped for its place`(_ text: String, _ method: String) throws {
        #expect(try calls(text) == ["out.\(method)(page.a)"])
    }

    @Test func `a text is escaped for its place`() throws {
        #expect(
            try calls("<p title=\"{{t a}}\">{{t a}}") == [
                "out.attribute(Text.a(language))", "out.text(Text.a(language))",
            ])
    }

    @Test func `only a value at the start of an address may be a whole address`() throws {
        #expect(try calls("<a href=\"{{a}}?b={{b}}\">") == ["out.url(page.a)", "out.urlPart(page.b)"])
        #expect(try calls("<a href=\"{{a}}{{b}}\">") == ["out.url(page.a)", "out.urlPart(page.b)"])
        #expect(try calls("<a href=\"{{a}}\" src=\"{{b}}\">") == ["out.url(page.a)", "out.url(page.b)"])
    }

    @Test(arguments: [
        "<input {{#if a}}checked{{/if}}>", "<input{{#if a}} checked{{/if}}>", "<p class=\"a{{#if b}} c{{/if}}\">",
        "<p {{#if a}}class=\"{{b}}\"{{else}}id='c'{{/if}}>", "<a {{#if a}}href=\"{{b}}\"{{/if}} {{#if c}}d{{/if}}>",
        "<p {{#each a as b}} data-x=\"{{b}}\"{{/each}}>", "<a href=\"/x{{#if a}}?b={{c}}{{/if}}\">",
        "<a href=\"{{#if a}}/b{{else}}{{c}}{{/if}}\">", "<a href=\"{{#if a}}/b{{else}}{{c}}{{/if}}?d={{e}}\">",
        "<a href=\"/a?{{#each b as c}}{{c}}{{/each}}\">", "<a href=\"/x{{#if a}}?b{{/if}}{{c}}\">",
        "<a href=\"refresh\">",
        "<meta http-equiv=\"x-ua-compatible\" content=\"{{#if a}}b{{/if}}\">",
        "<title>{{#if a}}b{{/if}}</title>", "{{#if a}}<p>{{else}}<b>{{/if}}", "<p title=x{{#if a}} b{{/if}}>",
        "<img srcset=\"{{#each a as b}}{{b.url}} {{b.width}}w{{#if !b@last}}, {{/if}}{{/each}}\">",
    ])
    func `blocks are allowed in tags and in attributes`(_ text: String) throws {
        _ = try statements(text)
    }

    @Test(arguments: [
        ("<p class={{a}}>", "2:10 a value in an attribute needs quotes around it"),
        ("<p class=x{{a}}>", "2:11 a value in an attribute needs quotes around it"),
        ("<p class= {{a}}>", "2:11 a value in an attribute needs quotes around it"),
        ("<{{a}}>", "2:2 a value cannot stand in a tag name"), ("</{{a}}>", "2:3 a value cannot stand in a tag name"),
        ("<h{{a}}>", "2:3 a value cannot stand in a tag name"),
        ("<!{{a}}>", "2:3 a value cannot stand in a declaration"),
        ("<!doctype {{a}}>", "2:11 a value cannot stand in a declaration"),
        ("<?x {{a}}>", "2:5 a value cannot stand in a declaration"),
        ("<!-- {{a}} -->", "2:6 a value cannot stand in a comment"),
        ("<!-- --{{a}}>", "2:8 a value cannot stand in a comment"),
        ("<!-- a --!>{{a}}", "2:12 a value cannot stand in a comment"),
        ("<script>{{a}}</script>", "2:9 a value cannot stand in <script>"),
        ("<script>'</scriptx>{{a}}", "2:20 a value cannot stand in <script>"),
        ("<script>{{t a}}</script>", "2:9 a value cannot stand in <script>"),
        ("<STYLE>{{a}}</style>", "2:8 a value cannot stand in <style>"),
        ("<iframe>{{a}}</iframe>", "2:9 a value cannot stand in <iframe>"),
        ("<script/>{{a}}", "2:10 a value cannot stand in <script>"),
        ("<xmp>{{a}}</xmp>", "2:6 a value cannot stand in <xmp>"),
        ("<noembed>{{a}}</noembed>", "2:10 a value cannot stand in <noembed>"),
        ("<noframes>{{a}}</noframes>", "2:11 a value cannot stand in <noframes>"),
        ("<plaintext>{{a}}", "2:12 a value cannot stand in <plaintext>"),
        ("<!-{{a}}>", "2:4 a value cannot stand in a declaration"),
        ("<//{{a}}>", "2:4 a value cannot stand in a declaration"),
        ("</<{{a}}>", "2:4 a value cannot stand in a declaration"),
        ("<script>{{#if a}}b{{/if}}</script>", "2:9 a block cannot stand in <script>"),
        ("<script><!--</script>", "2:12 '<!--' in a script hides its end from browsers"),
        ("<!-- {{#if a}}b{{/if}} -->", "2:6 a block cannot stand in a comment"),
        ("<p style=\"{{a}}\">", "2:11 a value cannot stand in the attribute 'style'"),
        ("<iframe srcdoc=\"{{a}}\">", "2:17 a value cannot stand in the attribute 'srcdoc'"),
        ("<meta http-equiv=\"{{a}}\">", "2:19 a value cannot stand in the attribute 'http-equiv'"),
        ("<meta http-equiv=\"Refresh\">", "2:26 a page cannot refresh itself: send a redirect"),
        ("<p onclick=\"a()\">", "2:11 event handlers such as 'onclick' do not belong in a view"),
        ("<p a onclick=\"b\">", "2:13 event handlers such as 'onclick' do not belong in a view"),
        ("<p a/onclick=\"b\">", "2:13 event handlers such as 'onclick' do not belong in a view"),
        ("<p/onclick=\"b\">", "2:11 event handlers such as 'onclick' do not belong in a view"),
        ("<p ONLOAD>", "2:10 event handlers such as 'onload' do not belong in a view"),
        ("<p {{#if a}}onload{{/if}}>", "2:19 event handlers such as 'onload' do not belong in a view"),
        ("<a href=\"JavaScript:x\">", "2:20 an address cannot be a script"),
        ("<a href=\"java{{#if a}}script:b{{/if}}\">", "2:29 an address cannot be a script"),
        ("<a href=\"java{{#if a}}{{/if}}script:b\">", "2:36 an address cannot be a script"),
        ("<a href=\"{{#if a}}java{{else}}/b{{/if}}script:c\">", "2:46 an address cannot be a script"),
        ("<a href=\"{{#if a}}/b{{/if}}javascript:c\">", "2:38 an address cannot be a script"),
        ("<a href=' vbscript:x'>", "2:19 an address cannot be a script"),
        ("<img src=\"data:image/png,{{a}}\">", "2:26 a value cannot stand in an address of this scheme"),
        (
            "<a href=\"{{#if a}}/b{{/if}}{{c}}\">",
            "2:28 whether this value begins the address depends on a block: write both in full"
        ),
        (
            "<a href=\"{{#each a as b}}{{b}}{{/each}}\">",
            "2:26 whether this value begins the address depends on a block: write both in full"
        ),
    ])
    func `a value or a block in a dangerous place is refused`(_ text: String, _ expected: String) {
        #expect(refusal("{{page P}}\n" + text) == expected)
    }

    @Test(arguments: [
        ("<p {{a}}>", "2:4"), ("<p data-{{a}}=\"b\">", "2:9"), ("<p a {{a}}>", "2:6"), ("<p a=\"b\"{{a}}>", "2:9"),
        ("<<p {{a}}>", "2:5"),
    ])
    func `a value cannot name an attribute`(_ text: String, _ place: String) {
        let message = "a value cannot stand where an attribute name should: use {{#if}} around attributes"
        #expect(refusal("{{page P}}\n" + text) == "\(place) \(message)")
    }

    @Test(arguments: [
        ("<p {{#if a}}b{{/if}}c>", "2:21 an attribute needs a space before it"),
        ("<input {{#if a}}b{{/if}}{{#if c}}d{{/if}}>", "2:34 an attribute needs a space before it"),
        ("<p a=\"b\"c>", "2:9 an attribute needs a space before it"),
        ("<p{{#if a}}x{{/if}}>", "2:12 an attribute needs a space before it"),
        ("<p {{#if a}}b{{/if}}=\"c\">", "2:21 '=' where an attribute name should stand"),
        ("<p a={{#if b}}\"c\"{{/if}}>", "2:6 a block cannot stand between '=' and the quotes of a value"),
        ("<{{#if a}}p{{/if}}>", "2:2 a block cannot stand in a tag name"),
        ("<p a=>", "2:6 'a=' has no value"), ("<p a\"b>", "2:5 '\"' in an attribute name"),
        ("<p a=b\"c>", "2:7 '\"' in an attribute value without quotes"),
        ("<p a'b>", "2:5 ''' in an attribute name"), ("<p a<b>", "2:5 '<' in an attribute name"),
        ("<p a=b'c>", "2:7 ''' in an attribute value without quotes"),
        ("<p a=b<c>", "2:7 '<' in an attribute value without quotes"),
        ("<p a=b=c>", "2:7 '=' in an attribute value without quotes"),
        ("<p a=b`c>", "2:7 '`' in an attribute value without quotes"),
        ("<p \"a\">", "2:4 '\"' where an attribute name should stand"),
        ("<p 'a'>", "2:4 ''' where an attribute name should stand"),
        ("<p <b>", "2:4 '<' where an attribute name should stand"),
        ("<p<b>", "2:3 '<' in a tag name"), ("<p {{> A/b c}}>", "2:4 a partial can only stand between tags"),
        ("<title>{{> A/b c}}</title>", "2:8 a partial can only stand between tags"),
        ("<p title=\"{{content}}\">", "2:11 {{content}} can only stand between tags"),
    ])
    func `markup that makes a place ambiguous is refused`(_ text: String, _ expected: String) {
        #expect(refusal("{{page P}}\n" + text) == expected)
    }

    @Test(arguments: [
        "{{#if a}}<p{{/if}}>", "{{#if a}}<p>{{else}}<p title=\"{{/if}}", "<p {{#if a}}b=\"{{/if}}c\">",
        "{{#each a as b}}<p title='{{/each}}", "{{#with a as b}}<title>{{/with}}</title>",
        "{{#if a}}<p title=\"{{else}}<b class=\"{{/if}}\">", "<p title=\"{{#if a}}\">{{/if}}\">",
        "{{#if a}}<p {{else}}<b {{/if}}>", "{{#if a}}<b{{else}}</b{{/if}}>",
        "{{#if a}}<p title=\"{{else}}<b title=\"{{/if}}\">", "<p {{#if a}}title=\"{{else}}class=\"{{/if}}\">",
        "<a href=\"{{#if a}}java{{else}}vb{{/if}}script:c\">", "<a href=\"{{#if a}}data{{/if}}:{{b}}\">",
    ])
    func `branches that end in different HTML contexts are refused`(_ text: String) {
        #expect(
            refusal("{{page P}}\n" + text).contains(" the branches of this block end in different places of the HTML"))
    }

    @Test(arguments: ["<p", "<p title=\"", "<!-- ", "<script>", "<title>x", "<"])
    func `a view must end outside tags`(_ text: String) {
        #expect(refusal("{{page P}}\n" + text).contains(" the view ends within a tag"))
    }
}
