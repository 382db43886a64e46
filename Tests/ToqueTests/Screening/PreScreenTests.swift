// Tests of the pre-screen on 60 recipes with one planted fault each, and on 60 without.

import Food
import Foundation
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct PreScreenTests {
    private struct Sample {
        let kind: String
        let words: String
        let body: RecipeBody
    }

    private static let blocked = ["casino", "viagra", "porn", "казино", "наркотики"]

    private static func samples(_ file: String, _ catalogue: Catalogue) throws -> [Sample] {
        let text = try String(contentsOfFile: TestSite.root + "/Tests/Data/\(file)", encoding: .utf8)
        let blocks = text.components(separatedBy: "\n\n").map { block in
            block.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
        }
        return blocks.filter { !$0.isEmpty }.map { lines in
            let head = lines[0].split(separator: " ", maxSplits: 1).map(String.init)
            var body = RecipeBody()
            for line in lines.dropFirst() {
                let value = String(line.dropFirst(2))
                switch line.first {
                case "T": body.title = value
                case "D": body.description = value
                case "N": body.servings = Int(value)
                case "L": body.lines = catalogue.lines(pasted: value.replacing("; ", with: "\n"))
                case "S": body.steps = value.components(separatedBy: " // ").map { RecipeStep(text: $0) }
                case "P": body.tips = value
                case "G": body.tags = value
                default: Issue.record("\(line)")
                }
            }
            if body.title.unicodeScalars.contains(where: { $0.value > 0x400 }) { body.language = "ru" }
            return Sample(kind: head[0], words: head.count > 1 ? head[1] : "", body: body)
        }
    }

    private static func findings(_ body: RecipeBody, _ catalogue: Catalogue) -> [Finding] {
        PreScreen(
            body: body, understanding: catalogue.understanding(of: body), catalogue: catalogue, blocked: blocked
        ).findings
    }

    @Test(arguments: [
        "ca\u{600}sin0", "ⓒⓐⓢⓘⓝⓞ", "🅒🅐🅢🅘🅝🅞", "c\u{2064}a\u{e0041}$ino", "c\u{20dd}asino", "🇨 🇦 🇸 🇮 🇳 🇴",
    ])
    func `a word in circled letters or with invisible characters is found`(word: String) throws {
        let catalogue = try TestSite().catalogue()
        var body = RecipeBody()
        body.tips = "Play \(word) tonight."
        let found = Self.findings(body, catalogue).filter { $0.kind == .disguised }
        #expect(found.map(\.place) == [.tips] && found.allSatisfy { $0.words.utf8.elementsEqual(word.utf8) })
        body.tips = "Кафе «Ёж»: naïve crème brûlée, ½ cup, № 5, 👩‍🍳."
        #expect(Self.findings(body, catalogue).isEmpty)
    }

    @Test(arguments: ["c a s i n o", "my c. a- s i n 0 !", "(ca$ino!)", "ca\u{fdfa}sino", "v i a g r a x"])
    func `a disguised word is found between other words and letters`(text: String) {
        let found = WatchedWords(Self.blocked).findings(ScreenedText("Fry it. \(text) Serve.", .tips))
        #expect(found.map(\.kind) == [.disguised])
    }

    @Test func `the plain letters of a text are not much longer than it`() {
        #expect(PlainLetters.of(String(repeating: "\u{fdfa}", count: 66)).isEmpty)
        let plain = "Crème brûlée, Ўзбек, й"
        #expect(PlainLetters.of(plain).utf8.elementsEqual(plain.utf8))
        #expect(PlainLetters.of("e\u{301} и\u{306} ⓐ").utf8.elementsEqual("\u{e9} \u{439} a".utf8))
    }

    @Test func `shouting does not push what has to be ticked beyond the limit`() throws {
        let catalogue = try TestSite().catalogue()
        var body = RecipeBody()
        body.steps = (1...30).map { _ in RecipeStep(text: "Stir well!!!") } + [RecipeStep(text: "See evil.example.com")]
        let found = Self.findings(body, catalogue)
        #expect(found.count == PreScreen.most && found.first?.place == .step(31) && found.first?.kind == .link)
    }

    @Test func `beyond the limit, a finding to tick off says how many are not listed`() throws {
        let catalogue = try TestSite().catalogue()
        var body = RecipeBody()
        body.steps = (1...PreScreen.most + 3).map { RecipeStep(text: "See evil\($0).example.com!!!") }
        let found = Self.findings(body, catalogue)
        #expect(found.count == PreScreen.most + 1)
        let last = try #require(found.last)
        #expect(last == Finding(.more, .whole, detail: "3") && last.kind.isSoft)
        #expect(Finding(encoded: Substring(last.encoded)) == last)
        let seen = FindingView(last, ticked: [], body, .en)
        #expect(seen.title == "3 more findings aren’t listed. Read the whole text." && seen.excerpt == nil)
    }

    @Test func `links are found in headings, units, the credit and the original`() throws {
        let catalogue = try TestSite().catalogue()
        let link = "evil.example.com"
        var heading = RecipeBody()
        heading.lines = [
            RecipeLine(unit: link, ingredient: "salt"), RecipeLine(ingredient: "rice", group: link),
            RecipeLine(ingredient: "milk", group: link),
            RecipeLine(ingredient: "flour", group: "FOR THE PUFF PASTRY DOUGH"),
        ]
        let found = Self.findings(heading, catalogue)
        #expect(found.map(\.kind) == [.link, .link] && found.map(\.place) == [.line(1), .line(2)])
        for path in [\RecipeBody.credit, \.notInDish] {
            var body = RecipeBody()
            body[keyPath: path] = "Thanks to \(link)"
            #expect(Self.findings(body, catalogue).contains { $0.kind == .link && $0.place == .whole })
        }
        var adapted = RecipeBody()
        adapted.adaptedFrom = AdaptedFrom(title: link, author: "B\u{202E}ob")
        #expect(Set(Self.findings(adapted, catalogue).map(\.kind)) == [.link, .hidden])
    }

    @Test func `invisible characters are found in every text, and the moderator sees them`() async throws {
        let site = try TestSite()
        var body = RecipeBody()
        (body.title, body.source) = ("Plain \u{202e}etihw\u{202c} rice", "A\u{200b}B")
        body.steps = [RecipeStep(text: "Boil."), RecipeStep(text: "Stir\u{e0041} it.")]
        var line = RecipeLine()
        (line.ingredient, line.note) = ("rice", "cooked\u{2064}")
        body.lines = [line]
        let found = try Self.findings(body, site.catalogue()).filter { $0.kind == .hidden }
        #expect(found.map(\.place) == [.title, .step(2), .line(1), .whole])
        #expect(found[0].words.utf8.elementsEqual("\u{202e}etihw\u{202c}".utf8) && found[0].kind.isSoft)
        let seen = FindingView(found[0], ticked: [], body, .en)
        #expect(seen.excerpt?.before == "Plain " && seen.excerpt?.after == " rice")
        #expect(seen.excerpt?.cause == "[U+202E]etihw[U+202C]")
        body = RecipeBody()
        body.steps = [RecipeStep(text: "Soft\u{ad}ly stir.\n\tمی\u{200c}خواهم 👩\u{200d}🍳 ❤\u{fe0f}")]
        #expect(try Self.findings(body, site.catalogue()).isEmpty)

        let recipe = try await site.write(
            RecipeFields("Rice", ingredients: "1 cup rice").with("step", "Stir\u{e0041} it."))
        let submission = try await site.submit(recipe)
        let page = try await site.client(.bob).get("/moderation/submissions/\(submission)")
        #expect(page.shows("Invisible characters in step 1") && page.shows("[U+E0041]"))
        let fields = try site.decisionFields(submission).filter { $0.0 != "flag" }
        let unread = try await site.client(.bob).post("/moderation/submissions/\(submission)/approve", fields)
        #expect(unread.status == .unprocessable)
        try await site.approve(submission)
    }

    /// At least 54 of 60, each with the words that cause it.
    @Test(arguments: ["prescreen", "prescreen-unseen"])
    func `planted faults are found`(name: String) throws {
        let catalogue = try TestSite().catalogue()
        let samples = try Self.samples("\(name)-faulty.txt", catalogue)
        #expect(samples.count == 60)
        let originals = try Self.samples("\(name)-clean.txt", catalogue)
        let missed = samples.filter { sample in
            if sample.kind == "likeness" {
                return !originals.contains {
                    Likeness(sample.body).share(with: Likeness($0.body)) >= LikenessStore.similar
                }
            }
            if sample.kind == "unlisted" {
                let hints = SubmissionRules.hints(sample.body, catalogue.asked(sample.body))
                return !hints.contains { if case .unlisted = $0 { true } else { false } }
            }
            return !Self.findings(sample.body, catalogue).contains { $0.kind.rawValue == sample.kind }
        }
        #expect(missed.count <= 6, "\(missed.map { "\($0.kind): \($0.body.title) (\($0.words))" })")
        print("\(name), planted faults found: \(samples.count - missed.count) of \(samples.count)")
    }

    /// At most 3 of 60.
    @Test(arguments: ["prescreen", "prescreen-unseen"])
    func `clean recipes have no findings`(name: String) throws {
        let catalogue = try TestSite().catalogue()
        let samples = try Self.samples("\(name)-clean.txt", catalogue)
        #expect(samples.count == 60)
        let alarms = samples.flatMap { sample in
            Self.findings(sample.body, catalogue).map { "\(sample.body.title): \($0.encoded)" }
        }
        #expect(alarms.count <= 3, "\(alarms)")
        print("\(name), false alarms: \(alarms.count) in \(samples.count): \(alarms)")
    }

    @Test func `a text of one long sentence is cut, and claims in all of it are found as they are written`() throws {
        let catalogue = try TestSite().catalogue()
        let long = ScreenedText(String(repeating: "30 c 90 min ", count: 400), .step(1))
        #expect(long.sentences.allSatisfy { $0.count <= ScreenedText.longestSentence })
        #expect(long.sentences.map(\.count).reduce(0, +) == long.tokens.count)
        var body = RecipeBody()
        body.title = "Biscuits"
        body.lines = catalogue.lines(pasted: "200 g wheat flour\n100 g butter")
        body.description = String(repeating: "crisp and golden ", count: 15) + "Gluten-free biscuits"
        #expect(Self.findings(body, catalogue).map(\.words) == ["Gluten-free"])
    }

    @Test func `findings read back as they were stored`() {
        let findings = [
            Finding(.link, .step(3), words: "www.example.com"), Finding(.likeness, .whole, detail: "42 87"),
            Finding(.amount, .line(2), words: "500 g\tsalt\nno-photo"),
            Finding(.claim, .title, words: "vegan", detail: "vegan"),
        ]
        #expect(Hint.decode(Hint.encode(findings.map(Hint.found))).compactMap(\.finding) == findings)
    }

    @Test func `every list that a rule names is in the file`() throws {
        let text = try String(contentsOfFile: TestSite.root + "/Starter/screening-words.txt", encoding: .utf8)
        let names = Set(
            text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                line.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
            })
        for rule in [
            "Screening/ContactRules", "Screening/HeatRules", "Screening/ClaimRules", "Screening/PreScreen",
            "Moderation/AutomaticRules",
        ] {
            let code = try String(
                contentsOfFile: TestSite.root + "/Sources/Toque/\(rule).swift", encoding: .utf8)
            let used = code.matches(of: /(?:words|starter)\["([^"]+)"\]|names\("([^"]+)"\)/).map { $0.1 ?? $0.2 ?? "" }
            for name in used { #expect(names.contains(String(name)), "\(rule): \(name)") }
        }
    }
}
