// Reads the search box: the filters that its words state, and the words that remain.

import Bytes
import Food
import Words

/// What somebody typed into the search box. Whatever cannot be read as a filter stays a word; nothing is an error.
struct TypedSearch: Sendable {
    /// A filter that the words state, with the search that is left when it is taken off.
    struct Part: Sendable {
        let fact: SearchFact
        /// The words that state it.
        let words: [String]
        let rest: String
    }

    /// A term of the full-text search: a word, or the words of a quoted phrase in their order.
    struct Term: Sendable, Equatable {
        let words: [String]
        var isQuoted = false
        /// Whether it must not occur: `-layer`.
        var isExcluded = false
        /// Other names of the ingredient that a word names, in both languages: `coriander` for `cilantro`.
        var names: [[String]] = []
        /// The first of several words, if it names a food by itself: `coconut` of `coconut milk`, but not `green` of
        /// `green onion`.
        var firstFood: String?
    }

    private(set) var parts: [Part] = []
    /// The words that state no filter, each with the search that is left without it.
    private(set) var others: [(word: String, rest: String)] = []
    private(set) var terms: [Term] = []
    /// The words beyond the limit. A search that ignored them could show what they exclude.
    let ignored: [String]

    /// At most this many words are read.
    static let limit = 24

    /// `readsWishes` is false for a title, where ingredients, times and courses are only words: `penne with spicy sauce`.
    /// Diets and unwanted ingredients stay filters.
    init(_ text: String, _ catalogue: Catalogue, readsWishes: Bool = true, _ phrases: SearchPhrases = .starter) {
        let all = Self.split(text)
        ignored = all.dropFirst(Self.limit).map(\.text)
        let words = Array(all.prefix(Self.limit))
        let stems = words.map { Words.stem($0.text) }
        let frees = Self.frees(words, stems, catalogue, phrases)
        // Whether the words just before state a filter.
        var isBehindFact = false
        // Wanted or unwanted ingredients that the words just before name, so that more may follow; `start` is behind the
        // words that open the list.
        var list: (fact: (String) -> SearchFact, start: Int?)?
        var place = 0
        while place < words.count {
            let word = words[place]
            let (before, wasFact) = (list, isBehindFact)
            (list, isBehindFact) = (nil, false)
            if let before,
                let (name, range) = Self.listed(at: place, words, catalogue)
                    ?? Self.alsoUnwanted(at: place, before.fact, words, catalogue)
            {
                if let start = before.start {
                    // Without the first name, `without eggs and milk` is `without milk`.
                    let first = parts.removeLast()
                    let rest = Self.text(text, words, without: start..<range.lowerBound)
                    parts.append(Part(fact: first.fact, words: first.words, rest: rest))
                }
                parts.append(Self.part(before.fact(name), place..<range.upperBound, words, text))
                (list, isBehindFact) = ((before.fact, nil), true)
                place = range.upperBound
            } else if wasFact, Self.ands.contains(word.text), place + 1 < words.count,
                Self.fact(at: place + 1, words, stems, frees, catalogue, phrases) != nil
            {
                place += 1
            } else if word.quote != nil {
                let end = words[place...].firstIndex { $0.quote != word.quote } ?? words.count
                terms.append(Term(words: words[place..<end].map(\.text), isQuoted: true, isExcluded: word.isExcluded))
                place = end
            } else if let (fact, end) = Self.fact(at: place, words, stems, frees, catalogue, phrases) {
                switch fact {
                case .nothing:
                    // `without lumps and eggs` goes on with what is left out.
                    if WordList.wordsForWithout.contains(word.text) {
                        (list, isBehindFact) = (({ .without($0) }, nil), true)
                    }
                case .with where !readsWishes, .minutes where !readsWishes, .category where !readsWishes,
                    .claim where !readsWishes:
                    terms += words[place..<end].filter { !Self.withs.contains($0.text) }.map {
                        Term(words: [$0.text], names: Self.names(of: [$0.text], catalogue))
                    }
                case .words: terms += words[place..<end].map { Term(words: [$0.text]) }
                default:
                    parts.append(Self.part(fact, place..<end, words, text))
                    if case .notWord(let word) = fact {
                        let names = [[word]] + DishWords.starter[[Words.stem(word)]]
                        terms += names.map { Term(words: $0, isExcluded: true) }
                    }
                    let opener = Self.opener(at: place, end, words, stems, phrases)
                    list = Self.list(fact, word).map { ($0, opener?.end) }
                    isBehindFact = true
                }
                place = end
            } else {
                let end = Self.endOfName(at: place, words, catalogue)
                let own = words[place..<end].map(\.text)
                others.append((own.joined(separator: " "), Self.text(text, words, without: place..<end)))
                let isFood = own.count > 1 && Self.isName([own[0]], catalogue)
                terms.append(
                    Term(
                        words: own, isExcluded: word.isExcluded, names: Self.names(of: own, catalogue),
                        firstFood: isFood ? own[0] : nil))
                place = end
            }
        }
    }

    private static func part(_ fact: SearchFact, _ range: Range<Int>, _ words: [Word], _ text: String) -> Part {
        Part(fact: fact, words: words[range].map(\.text), rest: Self.text(text, words, without: range))
    }

    // MARK: Facts

    /// The filter that begins at a word, and the place behind it.
    private static func fact(
        at place: Int, _ words: [Word], _ stems: [String], _ frees: [Free?], _ catalogue: Catalogue,
        _ phrases: SearchPhrases
    ) -> (SearchFact, Int)? {
        let end = words[place...].firstIndex { $0.quote != nil } ?? words.count
        if !words[place].isExcluded {
            if let last = servings(at: place, end, words, catalogue) { return (.nothing, last) }
            for last in stride(from: min(end, place + phrases.longest), to: place, by: -1) {
                guard let fact = phrases[stems[place..<last]] else { continue }
                if fact.mayBeginName, endOfName(at: place, words, catalogue) > last { continue }
                return (fact, last)
            }
        } else {
            return name(
                at: place, upTo: words[place...].firstIndex { $0.piece != words[place].piece } ?? end, words, catalogue
            )
            .map { (.without($0.name), $0.end) }
        }
        return minutes(at: place, end, words, stems, phrases) ?? frees[place].map { (.without($0.name), $0.end) }
            ?? beside(at: place, end, words, stems, catalogue, phrases) ?? lacking(at: place, words, catalogue)
    }

    /// `eggless`, `sugarless`.
    private static func lacking(at place: Int, _ words: [Word], _ catalogue: Catalogue) -> (SearchFact, Int)? {
        guard let food = words[place].text.dropping(suffix: "less").map({ String($0) }), !food.isEmpty,
            catalogue.groups.knows(food), endOfName(at: place, words, catalogue) == place + 1
        else { return nil }
        return (.without(food), place + 1)
    }

    /// The place behind the words for servings, by which no recipe is chosen: `for 4 people`, «на 2 порции».
    private static func servings(at place: Int, _ end: Int, _ words: [Word], _ catalogue: Catalogue) -> Int? {
        let behind = place + 2
        guard servingOpeners.contains(words[place].text), behind <= end, Int(words[place + 1].text) != nil,
            endOfName(at: place + 1, words, catalogue) == behind
        else { return nil }
        guard behind < end else { return behind }
        let next = words[behind].text
        if WordList.wordsForMinutes.contains(next) || WordList.wordsForHours.contains(next) { return nil }
        return WordList.wordsForServings.contains(next) ? behind + 1 : behind
    }

    /// `30 minutes`, `under 1 hour`, «за 40 минут».
    private static func minutes(
        at place: Int, _ end: Int, _ words: [Word], _ stems: [String], _ phrases: SearchPhrases
    ) -> (SearchFact, Int)? {
        let start = phrases.end(of: .limit, at: place, upTo: end, stems) ?? place
        guard start + 1 < end, let count = Int(words[start].text), (1...1_000).contains(count) else { return nil }
        if WordList.wordsForMinutes.contains(words[start + 1].text) { return (.minutes(count), start + 2) }
        if WordList.wordsForHours.contains(words[start + 1].text) { return (.minutes(count * 60), start + 2) }
        return nil
    }

    /// A food that a dish is free from, and the place behind its words.
    private struct Free {
        let name: String
        let end: Int
    }

    /// For each word, what `egg free`, `sugar-free`, `egg allergy` or the egg of `egg and dairy free` that begins there
    /// says.
    private static func frees(
        _ words: [Word], _ stems: [String], _ catalogue: Catalogue, _ phrases: SearchPhrases
    ) -> [Free?] {
        var frees = [Free?](repeating: nil, count: words.count)
        for place in words.indices.reversed() where words[place].quote == nil {
            for next in [place + 2, place + 1]
            where next < words.count && words[place...next].allSatisfy({ $0.quote == nil })
                && isTogether(words[place..<next])
            {
                let name = words[place..<next].map(\.text).joined(separator: " ")
                guard catalogue.groups.knows(name) else { continue }
                let isFree = words[next].text == "free" && !Self.isFree(next, words, fromFoodIn: catalogue)
                if isFree || isAvoided(next, words, stems, phrases) {
                    frees[place] = Free(name: name, end: next + 1)
                } else {
                    let isJoined = ands.contains(words[next].text)
                    let other = isJoined ? next + 1 : next
                    // Behind a dish and a comma is no list: `cake, nut allergy`.
                    let isListed = isJoined || words[next - 1].hasComma && catalogue.groups.isAllergen(name)
                    guard isListed, other < words.count, frees[other] != nil else { continue }
                    frees[place] = Free(name: name, end: other)
                }
                break
            }
        }
        return frees
    }

    /// What the facts behind this one are if they continue its list: `without eggs and milk`, «без яиц, молока».
    private static func list(_ fact: SearchFact, _ first: Word) -> ((String) -> SearchFact)? {
        switch fact {
        case .with: { .with($0) }
        case .without: { .without($0) }
        case .diet: WordList.wordsForWithout.contains(first.text) ? { .without($0) } : nil
        default: nil
        }
    }

    /// The next name of a list, behind a comma or `and`.
    private static func listed(
        at place: Int, _ words: [Word], _ catalogue: Catalogue
    ) -> (name: String, range: Range<Int>)? {
        let isJoined = ands.contains(words[place].text)
        guard isJoined || place > 0 && words[place - 1].hasComma, words[place].quote == nil else { return nil }
        let end = words[place...].firstIndex { $0.quote != nil || $0.isExcluded } ?? words.count
        let first = isJoined ? place + 1 : place
        let start =
            words[..<end].indices.dropFirst(first).first { !WordList.wordsAfterWithout.contains(words[$0].text) } ?? end
        return name(at: start, upTo: end, words, catalogue).map { name, last in
            // The `free` of `egg-free, soy-free`, and the `allergy` of `nut allergy and egg allergy`.
            (name, start..<(last < end && WordList.wordsAfterAvoidedFood.contains(words[last].text) ? last + 1 : last))
        }
    }

    /// An allergen directly behind an unwanted name, if no dish follows: `without nuts eggs`; not `no egg fish pie`.
    private static func alsoUnwanted(
        at place: Int, _ fact: (String) -> SearchFact, _ words: [Word], _ catalogue: Catalogue
    ) -> (name: String, range: Range<Int>)? {
        guard case .without = fact(""), words[place].quote == nil, !words[place].isExcluded,
            let found = name(at: place, upTo: words.count, words, catalogue), catalogue.groups.isAllergen(found.name)
        else { return nil }
        let rest = words[found.end...].prefix { !ands.contains($0.text) && !$0.hasComma }
        let areAllergens = rest.allSatisfy { catalogue.groups.isAllergen($0.text) }
        return areAllergens ? (found.name, place..<found.end) : nil
    }

    /// `without garlic`, `no onion`, `with lentils`, `can't eat nuts`, `but not fried`, «без чеснока», «с чечевицей».
    private static func beside(
        at place: Int, _ end: Int, _ words: [Word], _ stems: [String], _ catalogue: Catalogue, _ phrases: SearchPhrases
    ) -> (SearchFact, Int)? {
        guard let opener = opener(at: place, end, words, stems, phrases) else { return nil }
        let first =
            words[..<end].indices.dropFirst(opener.end).first { !WordList.wordsAfterWithout.contains(words[$0].text) }
            ?? end
        if let found = name(at: first, upTo: end, words, catalogue) {
            return (opener.kind == .with ? .with(found.name) : .without(found.name), found.end)
        }
        let isDishWord = first < end && !DishWords.starter[[stems[first]]].isEmpty
        return opener.kind == .avoid && isDishWord ? (.notWord(words[first].text), first + 1) : nil
    }

    private enum OpenerKind { case with, without, avoid }

    /// The words that begin at a place and say that the food behind them is wanted, left out or avoided by somebody.
    private static func opener(
        at place: Int, _ end: Int, _ words: [Word], _ stems: [String], _ phrases: SearchPhrases
    ) -> (kind: OpenerKind, end: Int)? {
        let avoid = words[place..<end].indices.first {
            phrases.end(of: .person, at: $0, upTo: $0 + 1, stems) == nil
        }
        if let last = avoid.flatMap({ phrases.end(of: .avoid, at: $0, upTo: end, stems) }) { return (.avoid, last) }
        if isFreeFrom(place, words) { return (.without, place + 2) }
        if WordList.wordsForWithout.contains(words[place].text) { return (.without, place + 1) }
        return withs.contains(words[place].text) ? (.with, place + 1) : nil
    }

    /// Whether a word says that somebody avoids the food before it: `egg allergy`; not `allergy to eggs`.
    private static func isAvoided(_ place: Int, _ words: [Word], _ stems: [String], _ phrases: SearchPhrases) -> Bool {
        // `allergic` also begins what somebody avoids: `allergic to nuts`.
        (words[place].text == "allergic" || phrases.end(of: .avoided, at: place, upTo: place + 1, stems) != nil)
            && !(place + 1 < words.count && ["to", "of"].contains(words[place + 1].text))
    }

    /// Whether `free from` or `free of` begins at a word, so that the food is behind it.
    private static func isFreeFrom(_ place: Int, _ words: [Word]) -> Bool {
        words[place].text == "free" && place + 1 < words.count && ["from", "of"].contains(words[place + 1].text)
    }

    /// Whether the food that this `free` is about comes behind it: `cake free from eggs`. Not `egg-free`, nor `egg free
    /// from scratch`.
    private static func isFree(_ place: Int, _ words: [Word], fromFoodIn catalogue: Catalogue) -> Bool {
        isFreeFrom(place, words) && words[place].piece != words[place - 1].piece && !words[place].hasComma
            && name(at: place + 2, upTo: words.count, words, catalogue) != nil
    }

    /// The longest name of an ingredient or group that begins at a word.
    private static func name(
        at place: Int, upTo end: Int, _ words: [Word], _ catalogue: Catalogue
    ) -> (name: String, end: Int)? {
        for last in stride(from: min(end, place + 3), to: place, by: -1) where isTogether(words[place..<last]) {
            let name = words[place..<last].map(\.text).joined(separator: " ")
            if catalogue.groups.knows(name) { return (name, last) }
            // `cow's milk` is read as three words.
            let whole = name.replacing(bytes: " s ", with: "'s ")
            if !whole.isSame(as: name), catalogue.groups.knows(whole) { return (whole, last) }
        }
        return nil
    }

    /// Whether no sign of a list is between the words: `peanuts, butter` is not peanut butter.
    private static func isTogether(_ words: ArraySlice<Word>) -> Bool { words.dropLast().allSatisfy { !$0.hasComma } }

    /// Whether words name an ingredient or a dish, also where they are usually written as one: `egg plant`.
    private static func isName(_ words: [String], _ catalogue: Catalogue) -> Bool {
        ["", " "].contains { catalogue.index.findWhole(words.joined(separator: $0)) != nil }
            || !DishWords.starter[words.map(Words.stem)].isEmpty
    }

    /// The end of the longest name that begins at a word: «сливочный сыр» is one, not two.
    private static func endOfName(at place: Int, _ words: [Word], _ catalogue: Catalogue) -> Int {
        for end in stride(from: min(words.count, place + 3), to: place + 1, by: -1) {
            let own = words[place..<end]
            if own.allSatisfy({ $0.quote == nil && !$0.isExcluded }), isTogether(own),
                isName(own.map(\.text), catalogue)
            {
                return end
            }
        }
        return place + 1
    }

    /// The words of all names of an ingredient, dish or group, as typed first.
    static func allNames(of name: String, _ catalogue: Catalogue) -> [[String]] {
        let own = Words.words(name)
        let group = catalogue.groups.names(ofGroup: name).prefix(namesLimit).map(Words.words)
        return own.isEmpty ? [] : [own] + names(of: own, catalogue) + group.filter { !$0.isEmpty }
    }

    /// The other names of the ingredient or dish that words name, in both languages.
    private static func names(of own: [String], _ catalogue: Catalogue) -> [[String]] {
        let stems = own.map(Words.stem)
        var names = DishWords.starter[stems]
        let match = catalogue.index.findWhole(own.joined(separator: " ")) ?? catalogue.index.findWhole(own.joined())
        if let entry = match.flatMap({ catalogue.entry($0.key) }), names.isEmpty || !isDish(entry) {
            for name in entry.russian.all.prefix(namesLimit) + entry.english.all.prefix(namesLimit) {
                let words = Words.words(name)
                if words.map(Words.stem) != stems, !names.contains(words), !words.isEmpty { names.append(words) }
            }
        }
        return names
    }

    /// Whether the catalogue may list other dishes among its names, because the rules treat them alike.
    private static func isDish(_ entry: IngredientEntry) -> Bool {
        ["ready-made", "bread-and-pastry", "stock-and-soup"].contains(entry.aisle)
    }

    /// Names in each language that a word also finds.
    private static let namesLimit = 4

    private static let servingOpeners: Set<String> = ["for", "serves", "на"]
    private static let ands: Set<String> = ["and", "or", "nor", "и", "или", "ни"]
    private static let withs: Set<String> = ["with", "с", "со", "из"]
}
