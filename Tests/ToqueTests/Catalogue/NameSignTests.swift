import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests that a name with a sign or joining word counts as its parts.
@Suite struct NameSignTests {
    private static let command: DietsCommand? = try? RealData.catalogue().dietsCommand

    private func diets(_ line: String) throws -> DerivedDiets { try #require(Self.command).derive([line]) }

    private static let signs = [
        "/", " / ", " & ", "&", " + ", "+", " | ", "|", " · ", "•", "–", " – ", " — ", "~", " \\ ", "⁄", "∕", "／", "＆",
        "＋", "、", "，", ", ", "; ", ". ", ": ", " = ", " > ", " * ", " → ", "\u{1F9C8}", "*", "†", "%", "\"", "”", "“",
        "°", "½", "''", "'", "’", "`", "»", "‚", "*-", " and ", " or ", " plus ",
        " with ",
        " 'n' ", " и ", " или ", " либо ", " с ",
    ]

    @Test(arguments: signs)
    func `two names with a sign between them are not a third food`(_ sign: String) throws {
        // Without the sign each pair is an ingredient that suits a diet better than one of its halves.
        for (left, right, allergen) in [
            ("coconut", "cream", Allergen.milk), ("cocoa", "butter", .milk), ("rice", "flour", .gluten),
            ("gluten-free", "plain flour", .gluten), ("soy", "milk", .milk), ("какао", "масло сливочное", .milk),
            ("соевое", "молоко", .milk),
        ] {
            #expect(try diets("100 g \(left)\(sign)\(right)")[allergen] != .no, "\(left)\(sign)\(right)")
        }
    }

    @Test(arguments: [
        ("100 g mascarpone* cheese", "mascarpone"), ("100 g “rice” flour", "rice-flour"),
        ("100 g Philadelphia®cream cheese", "cream-cheese"), ("1½ cups rice flour", "rice-flour"),
        ("100 g rice-flour", "rice-flour"), ("1 tsp za'atar", "zaatar"), ("2 bird’s eye chillies", "birds-eye-chilli"),
        ("500 g \"00\"flour", "bread-flour"), ("1 can 7-up", "lemon-lime-soda"), ("100 г «рисовой» муки", "rice-flour"),
    ])
    func `a mark inside one word keeps the name whole`(line: String, expected: String) throws {
        let catalogue = try RealData.catalogue()
        #expect(catalogue.index.understand(catalogue.parse(line)).match?.key == expected)
    }

    @Test func `a name with a sign that is in the catalogue is one ingredient`() throws {
        let catalogue = try RealData.catalogue()
        func key(_ line: String) -> String? { catalogue.index.understand(catalogue.parse(line)).match?.key }
        #expect(key("1 tsp salt & pepper") == key("1 tsp salt and pepper"))
        #expect(key("1 cup half & half") == "half-and-half")
        #expect(key("1 cup half and half") == "half-and-half")
        #expect(key("1 tbsp Lea & Perrins") == key("1 tbsp Worcestershire sauce"))
        #expect(key("1 red and green cabbage") == key("1 green cabbage"))
    }

    @Test(arguments: [
        "500 g meat-free mince", "500 g meat free mince", "500 g meatless mince", "500 g meat-less mince",
        "500 g mince (meat-free)", "500 g mince, meat free", "500 g mince without meat", "500 g mince (vegan)",
        "500 г фарша без мяса", "500 г фарша (без мяса)", "100 g cheese (dairy-free)", "100 g cheese without milk",
        "100 г безмолочного сыра", "2 tbsp mayonnaise without eggs", "2 ст. л. майонеза без яиц",
        "200 g bacon, vegetarian",
    ])
    func `a food free from its own main word is an unknown replacement`(_ line: String) throws {
        let diets = try diets(line)
        for allergen in [Allergen.soy, .gluten, .nuts, .sesame] { #expect(diets[allergen] != .no, "\(allergen)") }
    }

    @Test(arguments: ["200 g fat-free yoghurt", "2 free-range eggs", "4 chicken breasts, no bones"])
    func `a food that lacks a part is still that food`(_ line: String) throws {
        #expect(try diets(line)[.nuts] == .no)
    }

    @Test(arguments: ["50 g apricot kernels", "50 g peach kernels", "50 g plum kernels", "20 g cherry kernels"])
    func `the kernel of a fruit is not the fruit`(_ line: String) throws {
        #expect(try diets(line)[.nuts] != .no)
        #expect(try diets("200 g corn kernels")[.nuts] == .no)
    }

    @Test func `no name of the starter catalogue offers a choice`() throws {
        for entry in try StarterCatalogue().entries {
            for name in entry.english.all + entry.russian.all {
                #expect(!NameWords.offersChoice(NameWords.split(name)), "\(name)")
                #expect(!NameWords.pieces(name).contains { $0.sign == .or || $0.sign == .end }, "\(name)")
            }
        }
        for name in ["parmesan or similar hard cheese", "сливки или молоко", "butter, or any other fat"] {
            #expect(NameWords.offersChoice(NameWords.split(name)))
        }
    }
}
