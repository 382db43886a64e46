// Tests of the Swift that each tag of a view becomes, and of refused tags.

import Testing
import ViewCompiling

@Suite struct ViewLanguage {
    @Test func `a view becomes a function and a conformance of its page type`() throws {
        let lines = try compiled("<p>{{title}}</p>\n", name: "Recipes/edit-form.html")
        #expect(
            lines == [
                "// Made from Recipes/edit-form.html: do not edit.", "import HTML", "import Texts",
                "import Words",
                "func renderRecipesEditForm(_ page: P, _ language: Language, _ out: inout HTMLBuffer) {",
                #"out.literal("<p>")"#, "out.text(page.title)", #"out.literal("</p>\n")"#, "}", "extension P: View {",
                "func render(_ language: Language, into out: inout HTMLBuffer)"
                    + " { renderRecipesEditForm(self, language, &out) }",
                "}",
            ])
    }

    @Test func `a partial has no conformance`() throws {
        let lines = try compiled("x", name: "Admin/Users/_row.html")
        #expect(lines.contains { $0.hasPrefix("func renderAdminUsersRowPartial(_ page: P,") })
        #expect(!lines.contains { $0.hasPrefix("extension") })
    }

    @Test func `a layout has its content as a parameter`() throws {
        let lines = try compiled("<b>{{content}}</b>", name: "Shared/layout.html")
        #expect(lines.contains { $0.hasSuffix("_ out: inout HTMLBuffer, content: (inout HTMLBuffer) -> Void) {") })
        #expect(lines.contains("content(&out)"))
        #expect(!lines.contains { $0.hasPrefix("extension") })
    }

    @Test func `a view with a layout passes its output to the layout`() throws {
        let lines = try statements("{{layout Shared/layout page.frame}}\nx")
        #expect(
            lines == [
                "func body(_ out: inout HTMLBuffer) {", #"out.literal("x")"#, "}",
                "renderSharedLayout(page.frame, language, &out, content: body)",
            ])
    }

    @Test func `type errors are reported at the line in the view`() throws {
        let swift = try compileView(view("{{page P}}\n\n<p>\n{{title}}{{#if a}}\n{{else if b}}{{/if}}"))
        #expect(swift.contains("#sourceLocation(file: \"/Views/Recipes/show.html\", line: 4)\nout.text(page.title)"))
        #expect(swift.contains("line: 4)\nif page.a {"))
        #expect(swift.contains("line: 5)\n} else if page.b {"))
        #expect(swift.hasSuffix("#sourceLocation()\n"))
    }

    @Test(arguments: [
        ("{{a}}", "out.text(page.a)"), ("{{ a.b.c }}", "out.text(page.a.b.c)"), ("{{page.a}}", "out.text(page.a)"),
        ("{{language.rawValue}}", "out.text(language.rawValue)"), ("{{in.default}}", "out.text(page.`in`.`default`)"),
        ("{{t home.title}}", "out.text(Text.homeTitle(language))"), ("{{t init}}", "out.text(Text.`init`(language))"),
        ("{{t a-b_c.d z=x y=page.b}}", "out.text(Text.aBCD(language, y: page.b, z: page.x))"),
        ("{{> Shared/card a.b}}", "renderSharedCardPartial(page.a.b, language, &out)"),
        ("{{>Shared/big-card page}}", "renderSharedBigCardPartial(page, language, &out)"),
    ])
    func `tags become Swift calls`(_ tag: String, _ expected: String) throws {
        #expect(try statements(tag) == [expected])
    }

    @Test func `conditions become if statements`() throws {
        let lines = try statements("{{#if a}}1{{else if !b.c}}2{{else}}3{{/if}}")
        #expect(
            lines == [
                "if page.a {", #"out.literal("1")"#, "} else if !page.b.c {", #"out.literal("2")"#, "} else {",
                #"out.literal("3")"#, "}",
            ])
    }

    @Test func `optionals are unwrapped`() throws {
        let lines = try statements("{{#with a as b}}{{b.c}}{{else}}-{{/with}}")
        #expect(
            lines == [
                "if let b = page.a {", "out.text(b.c)", "} else {", #"out.literal("-")"#, "}",
            ])
        #expect(try statements("{{#with a as b}}x{{/with}}").first == "if page.a != nil {")
    }

    @Test func `lists become loops with index, first, last and an empty case`() throws {
        let lines = try statements(
            "{{#each xs as x}}{{x@index}}{{#if !x@last}},{{/if}}{{#if x@first}}1{{/if}}{{else}}none{{/each}}")
        #expect(
            lines == [
                "let _list1 = page.xs", "var _index1 = 0", "for _ in _list1 {", "_index1 += 1", "out.text(_index1)",
                "if !(_index1 == _list1.count) {", #"out.literal(",")"#, "}", "if _index1 == 1 {",
                #"out.literal("1")"#, "}", "}", "if _list1.isEmpty {", #"out.literal("none")"#, "}",
            ])
    }

    @Test func `blocks nest, and inner ones see outer variables`() throws {
        let lines = try statements("{{#each a as x}}{{#each x.b as y}}{{x.n}}{{y}}{{/each}}{{/each}}{{x}}")
        #expect(
            lines == [
                "let _list1 = page.a", "for x in _list1 {", "let _list2 = x.b", "for y in _list2 {", "out.text(x.n)",
                "out.text(y)", "}", "}", "out.text(page.x)",
            ])
    }

    @Test func `lines with only block tags write nothing`() throws {
        let lines = try statements("a\n  {{#if b}}  \n  c\n\t{{else}}\r\n{{! note\n of two lines }}\n  d\n  {{/if}}\ne")
        #expect(
            lines == [
                #"out.literal("a\n")"#, "if page.b {", #"out.literal("  c\n")"#, "} else {", #"out.literal("  d\n")"#,
                "}",
                #"out.literal("e")"#,
            ])
        #expect(
            try statements("a\n {{#if b}} {{/if}} \nc") == [
                #"out.literal("a\n")"#, "if page.b {", "}", #"out.literal("c")"#,
            ])
        #expect(try statements("a {{#if b}}\nc{{/if}}").contains(#"out.literal("\nc")"#))
        #expect(try statements("{{#if a}}{{b}}\n{{/if}}").contains(#"out.literal("\n")"#))
        #expect(try compiled("a\n{{content}}\nb", name: "A/b.html").contains(#"out.literal("b")"#))
        #expect(try statements("a\n {{b}}\nc").last == #"out.literal("\nc")"#)
    }

    @Test func `markup is written as a Swift literal`() throws {
        #expect(try statements("\\(x) \"é\"\t\u{1}") == [#"out.literal("\\(x) \"é\"\t\u{1}")"#])
        #expect(try statements("a{{! b }}c") == [#"out.literal("ac")"#])
    }

    @Test(arguments: [
        ("", "1:1 a view begins with {{page TypeName}}"), ("<p>", "1:1 a view begins with {{page TypeName}}"),
        ("x{{page P}}", "1:1 a view begins with {{page TypeName}}"), ("{{page}}", "1:1 expected {{page TypeName}}"),
        ("{{page P Q}}", "1:1 expected {{page TypeName}}"), ("{{page P@first}}", "1:1 expected {{page TypeName}}"),
        ("{{page P}}\n{{page Q}}", "2:1 {{page}} is the first line of a view, {{layout}} the second"),
        ("{{page P}}\nx\n{{layout A/b c}}", "3:1 {{page}} is the first line of a view, {{layout}} the second"),
        ("{{page P}}\nx{{layout A/b c}}", "2:2 {{page}} is the first line of a view, {{layout}} the second"),
        ("{{page P}}\n{{layout A/b}}", "2:1 expected {{layout Folder/name path}}"),
        ("{{page P}}\nпо {{a", "2:4 this '{{' is not closed by '}}' on its line"),
        ("{{page P}}\n{{a\n}}", "2:1 this '{{' is not closed by '}}' on its line"),
        ("{{page P}}\n{{a {{b}}", "2:1 this '{{' is not closed by '}}' on its line"),
        ("{{page P}}\n{{! a", "2:1 this '{{' is not closed by '}}' on its line"),
        ("{{page P}}\n{{", "2:1 this '{{' is not closed by '}}' on its line"),
        ("{{page P}}\n{{}}", "2:1 this tag is empty"), ("{{page P}}\n{{#for a}}", "2:1 unknown tag '{{#for a}}'"),
        ("{{page P}}\n{{a b}}", "2:1 unknown tag '{{a b}}'"), ("{{page P}}\n{{a..b}}", "2:1 unknown tag '{{a..b}}'"),
        ("{{page P}}\n{{a()}}", "2:1 unknown tag '{{a()}}'"), ("{{page P}}\n{{a + b}}", "2:1 unknown tag '{{a + b}}'"),
        ("{{page P}}\n{{{a}}}", "2:1 this '{{' is not closed by '}}' on its line"),
        ("{{page P}}\n{{content a}}", "2:1 unknown tag '{{content a}}'"),
        ("{{page P}}\n{{/unless}}", "2:1 unknown tag '{{/unless}}'"),
        ("{{page P}}\n{{#if}}{{/if}}", "2:1 expected {{#if path}} or {{#if !path}}"),
        ("{{page P}}\n{{#if a == b}}{{/if}}", "2:1 expected {{#if path}} or {{#if !path}}"),
        ("{{page P}}\n{{#if a b}}{{/if}}", "2:1 expected {{#if path}} or {{#if !path}}"),
        ("{{page P}}\n{{#if !!a}}{{/if}}", "2:1 expected {{#if path}} or {{#if !path}}"),
        ("{{page P}}\n{{#each a}}{{/each}}", "2:1 expected {{#each path as name}}"),
        ("{{page P}}\n{{#each a to b}}{{/each}}", "2:1 expected {{#each path as name}}"),
        ("{{page P}}\n{{#each a@first as b}}{{/each}}", "2:1 expected {{#each path as name}}"),
        ("{{page P}}\n{{#with a as b.c}}{{/with}}", "2:1 expected {{#with path as name}}"),
        ("{{page P}}\n{{> card x}} {{> A/_b x}}", "2:14 expected {{> Folder/name path}}"),
        ("{{page P}}\n{{> A/b c@first}}", "2:1 expected {{> Folder/name path}}"),
        ("{{page P}}\n{{> A/b}}", "2:1 expected {{> Folder/name path}}"),
        ("{{page P}}\n{{t}}", "2:1 expected {{t key}} or {{t key name=path}}"),
        ("{{page P}}\n{{t a..b}}", "2:1 expected {{t key}} or {{t key name=path}}"),
        ("{{page P}}\n{{t a b}}", "2:1 expected name=path instead of 'b'"),
        ("{{page P}}\n{{t a b=\"c\"}}", "2:1 expected name=path instead of 'b=\"c\"'"),
        ("{{page P}}\n{{t a 1b=c}}", "2:1 expected name=path instead of '1b=c'"),
        ("{{page P}}\n{{t a b=c@last}}", "2:1 expected name=path instead of 'b=c@last'"),
        ("{{page P}}\n{{t a b=c b=d}}", "2:1 'b' is given twice"),
        ("{{page P}}\n{{else if}}", "2:1 expected {{#if path}} or {{#if !path}}"),
        ("{{page P}}\n{{else x}}", "2:1 expected {{else}} or {{else if path}}"),
    ])
    func `malformed tags are refused`(_ text: String, _ expected: String) {
        #expect(refusal(text) == expected)
    }

    @Test(arguments: [
        ("{{#if a}}\n", "2:1 {{#if}} is not closed by {{/if}}"),
        ("{{#each a as b}}{{#if c}}{{/if}}", "2:1 {{#each}} is not closed by {{/each}}"),
        ("{{#if a}}{{/each}}", "2:10 {{/each}} cannot close {{#if}}"),
        ("{{#with a as b}}{{#if c}}{{/with}}{{/if}}", "2:26 {{/with}} cannot close {{#if}}"),
        ("x{{/if}}", "2:2 this tag closes or continues no block"),
        ("{{else}}", "2:1 this tag closes or continues no block"),
        ("{{#if a}}{{else}}{{else}}{{/if}}", "2:18 nothing can follow the {{else}} of this {{#if}}"),
        ("{{#if a}}{{else}}{{else if b}}{{/if}}", "2:18 nothing can follow the {{else}} of this {{#if}}"),
        ("{{#each a as b}}{{else}}{{else}}{{/each}}", "2:25 nothing can follow the {{else}} of this {{#each}}"),
        ("{{#with a as b}}{{else if c}}{{/with}}", "2:17 {{else if}} is only for {{#if}}"),
        ("{{#each a as page}}{{/each}}", "2:1 'page' cannot be a variable's name"),
        ("{{#each a as language}}{{/each}}", "2:1 'language' cannot be a variable's name"),
        ("{{#each a as content}}{{/each}}", "2:1 'content' cannot be a variable's name"),
        ("{{#each a as body}}{{/each}}", "2:1 'body' cannot be a variable's name"),
        ("{{#each a as out}}{{/each}}", "2:1 'out' cannot be a variable's name"),
        ("{{#with a as _b}}{{/with}}", "2:1 '_b' cannot be a variable's name"),
        ("{{#each a as x}}{{#with b as x}}{{/with}}{{/each}}", "2:17 'x' is already a variable here"),
        ("{{a@index}}", "2:1 'a' is not the variable of an {{#each}} around"),
        ("{{#with a as b}}{{b@index}}{{/with}}", "2:17 'b' is not the variable of an {{#each}} around"),
        ("{{#each a as b}}{{b@last}}{{/each}}", "2:17 'b@last' is only for {{#if}}"),
        ("{{#each a as b}}{{#if b@index}}{{/if}}{{/each}}", "2:17 expected {{#if path}} or {{#if !path}}"),
        ("{{#each a as b}}{{b.c@index}}{{/each}}", "2:17 unknown tag '{{b.c@index}}'"),
        ("{{#each a as b}}{{b@count}}{{/each}}", "2:17 unknown tag '{{b@count}}'"),
        ("{{content}}{{content}}", "2:12 {{content}} stands once in a layout, outside every block"),
        ("{{#if a}}{{content}}{{/if}}", "2:10 {{content}} stands once in a layout, outside every block"),
    ])
    func `unbalanced blocks are refused`(_ text: String, _ expected: String) {
        #expect(refusal("{{page P}}\n" + text) == expected)
    }

    @Test(arguments: ["show.txt", "Recipes/_.html", "Recipes/a b.html", "Recipes/1.html", "Re_cipes/a.html", "/a.html"])
    func `a view’s file name must become a Swift name`(_ name: String) {
        #expect(
            refusal("{{page P}}", name: name) == "1:1 a view is named Folder/name.html, a partial Folder/_name.html")
    }

    @Test func `a partial is not a layout and has none`() {
        #expect(refusal("{{page P}}\n{{content}}", name: "A/_b.html") == "1:1 a partial is no layout and has none")
        #expect(
            refusal("{{page P}}\n{{layout A/b page}}", name: "A/_b.html") == "1:1 a partial is no layout and has none")
    }

    @Test func `a diagnostic has the form that SwiftPM expects`() {
        let diagnostic = Diagnostic(path: "/a.html", line: 2, column: 3, message: "no")
        #expect(Refusal([diagnostic]).description == "/a.html:2:3: error: no")
    }
}
