// Finds ingredients that only a recipe's title, steps or tips name: they may be in the dish although no line lists
// them.

import Bytes
import Words

/// Looks for the catalogue's ingredients in the texts of a recipe; reads each text once.
struct TextMentions {
    let index: IngredientIndex
    let listed: ListedIngredients
    let made: MadeDishes
    /// Keys of ingredients that the author says are not in the dish.
    private let notInDish: Set<String>
    /// Cached results of `isUnlisted`, by name and traits.
    private var answers: [String: Bool] = [:]
    /// Dishes that the texts so far make or use as made, by the word forms of their names: named again, as in `spread over
    /// custard`, they are the same.
    private var madeBefore: Set<[String]> = []
    /// Keys of the ingredients found so far, and of those found with an amount.
    private var seen: Set<String> = []
    private var measured: Set<String> = []

    /// The words of the whole title, also those in brackets.
    private(set) var titleWords: [NameWord] = []

    /// Whether the texts are headings of the list, each a title of the lines below it.
    let readsHeadings: Bool

    init(index: IngredientIndex, made: MadeDishes, notInDish: String = "", readsHeadings: Bool = false) {
        (self.index, self.made, self.listed, self.readsHeadings) = (index, made, made.listed, readsHeadings)
        self.notInDish = Set(NameWords.pieces(notInDish).compactMap { index.findWhole($0.words)?.key })
    }

    /// Ingredients that a text names and no line accounts for: each once for all texts, and once more if a later text
    /// gives its amount.
    mutating func find(in text: [[TextRuns.Run]], isTitle: Bool) -> [(entry: IngredientEntry, hasAmount: Bool)] {
        var found: [(entry: IngredientEntry, hasAmount: Bool)] = []
        if isTitle { titleWords = text.joined().flatMap(\.words) }
        // Brackets only explain a title: `Carrot Cheese (Vegan)`.
        let isAlone = text.joined().count { $0.sign != .end && !$0.words.isEmpty } == 1
        for sentence in text {
            let runs = sentence.map { (words: $0.words, sign: $0.sign, named: named($0.words, isTitle: isTitle)) }
            let goOn = Self.deniedLists(sentence, runs.map { $0.named.map(\.range) })
            var isDenied = false
            for (number, run) in runs.enumerated() {
                isDenied = isDenied && goOn[number]
                var end = isDenied ? 0 : -1
                let traits = RunTraits(run.named.isEmpty ? [] : run.words)
                for name in run.named {
                    var phrase = MentionPhrase(
                        words: run.words, run: traits, range: name.range,
                        isBehindName: run.named.contains { $0.range.upperBound == name.range.lowerBound },
                        isJoined: run.sign == .and || run.sign == .comma
                            || number + 1 < runs.count && runs[number + 1].sign == .and)
                    if number + 1 < runs.count, runs[number + 1].sign == .comma {
                        phrase.behindRun = runs[number + 1].words.first?.text ?? ""
                    }
                    phrase.isBeforeSign =
                        number + 1 < runs.count && [.comma, .and].contains(runs[number + 1].sign)
                        && name.range.upperBound == run.words.count
                    if name.entry.isWine {
                        let clause = Self.clause(around: number, runs.map(\.sign))
                        phrase.clause = clause.flatMap { runs[$0].words }
                        phrase.isOnlyWine = clause.allSatisfy { Self.isOnlyWine(runs[$0].words, runs[$0].named) }
                    }
                    phrase.isBeside = isTitle && (phrase.isWith || phrase.isOneOfSeveral(name.entry))
                    (phrase.isAlone, phrase.isInHeading) = (isAlone, readsHeadings)
                    isDenied = phrase.isDenied || isDenied && Self.goesOn(run.words, end, name.range)
                    end = name.range.upperBound
                    var name = name
                    phrase.isImitation = phrase.imitates(name.entry)
                    let substitute = phrase.substitute(for: name.entry)
                    if let substitute { name.entry = substitute }
                    if !isDenied, isMeant(name, phrase, isTitle: isTitle) {
                        // After `vegan parmesan`, `parmesan` is still new.
                        if substitute == nil {
                            if phrase.hasAmount { measured.insert(name.entry.key) }
                            seen.insert(name.entry.key)
                        }
                        found.append((name.entry, phrase.hasAmount))
                    }
                }
                isDenied = isDenied && end == run.words.count
            }
        }
        return found
    }

    /// The places of the runs that only commas and words such as `&` join to this one.
    private static func clause(around place: Int, _ signs: [NameSign?]) -> Range<Int> {
        func isJoined(_ sign: NameSign?) -> Bool { sign == .comma || sign == .and }
        let start = (0...place).last { $0 == 0 || !isJoined(signs[$0]) } ?? 0
        let end = signs.indices.first { $0 > place && !isJoined(signs[$0]) } ?? signs.count
        return start..<end
    }

    private static func isOnlyWine(_ words: [NameWord], _ named: [Named]) -> Bool {
        words.indices.allSatisfy { place in
            MentionPhrase.isLabel(words[place].text) || named.contains { $0.entry.isWine && $0.range.contains(place) }
        }
    }

    /// For each run of words, whether it continues a denied list that ends in a word such as `or`: `milk or nuts` after
    /// `no eggs,`.
    private static func deniedLists(_ runs: [TextRuns.Run], _ ranges: [[Range<Int>]]) -> [Bool] {
        var goesOn = [Bool](repeating: false, count: runs.count)
        for place in runs.indices.reversed() {
            let words = runs[place].words
            let inNames = Set(ranges[place].joined())
            let others = words.indices.filter { !inNames.contains($0) }.map { words[$0].text }
            guard runs[place].sign == .comma, !inNames.isEmpty,
                others.allSatisfy(WordList.wordsInsideADeniedList.contains)
            else { continue }
            let isNextListed = place + 1 < runs.count && goesOn[place + 1]
            goesOn[place] = isNextListed || others.contains { $0 != "any" && $0 != "added" }
        }
        return goesOn
    }

    /// Whether the denial of the name before also covers this one: `without eggs or milk`, `free of eggs and milk`. Not
    /// in `cook without oil and butter the tin`. A name around a denied one is denied too: `tuna salad` around `tuna`.
    private static func goesOn(_ words: [NameWord], _ end: Int, _ range: Range<Int>) -> Bool {
        guard max(0, end) <= range.lowerBound else { return true }
        let between = words[max(0, end)..<range.lowerBound].map(\.text)
        guard between.allSatisfy(WordList.wordsInsideADeniedList.contains) else { return false }
        return end == 0 || range.upperBound == words.count || !between.contains { $0 == "and" || $0 == "и" }
    }

    private func isNew(_ entry: IngredientEntry, _ hasAmount: Bool) -> Bool {
        !measured.contains(entry.key) && (hasAmount || !seen.contains(entry.key))
    }

    /// A name in a run of words; the lines are searched for `words`.
    private struct Named {
        var entry: IngredientEntry
        let range: Range<Int>
        let words: [NameWord]
        var isHidden = false
    }

    /// Finds names of ingredients, and words that imply one: `in a buttered tin`.
    private func named(_ words: [NameWord], isTitle: Bool) -> [Named] {
        var named: [Named] = []
        var end = 0
        func hidden(_ places: Range<Int>) {
            for place in places {
                if !isTitle, isOwnOmelette(words[place]) { continue }
                let contents = Self.contents[words[place].text]
                let needed = isTitle ? essential(words, at: place) : nil
                let known =
                    needed ?? RussianFoodWords.implied(words[place]) ?? contents
                    ?? Self.severalFoods[words[place].text]
                    ?? (isTitle ? titled(words, at: place) : nil)
                let implied =
                    known ?? batter(words, at: place) ?? bread(words, at: place) ?? unnamed(words, at: place)
                    ?? fat(words, at: place)
                    ?? coating(words, at: place) ?? together(words, at: place)
                    ?? RussianFoodWords.diminutive(words[place])
                    ?? RussianFoodWords.adjective(words, at: place)
                guard let implied, !isAccounted(words[place]) else { continue }
                let isMeat = listed.isMeat(words[place])
                if isMeat, isFlesh(words, at: place) { continue }
                for name in implied.split(bytes: ", ").map(String.init) {
                    guard let match = index.findWhole(name), let entry = index[match.key] else { break }
                    let isOil = words[place].text.utf8.starts(with: "масл".utf8)
                    let isButter = isOil && RussianFoodWords.meansButter(words)
                    let isKind = isOil || listed.isKind(words[place])
                    let isListedByName = listed.isNamed([words[place].form])
                    // Any listed meat is the meat of «мясной суп», of offal, and of a schnitzel.
                    if isOwnMeat(name, of: words[place]) { continue }
                    let isAnyMeat =
                        name == Self.meat
                        || WordList.wordsForAnyMeat.contains(words[place].text) && listed.hasAisle("meat")
                    let own =
                        !isButter && (isKind || isListedByName)
                        ? [words[place]] : NameWords.split(isAnyMeat ? "meat" : name)
                    named.append(Named(entry: entry, range: place..<place + 1, words: own, isHidden: true))
                    // A batter made of the listed flour has what the list has, but nougat has more than listed almonds.
                    if contents == nil, needed == nil, listed.has(entry.key) { break }
                }
            }
        }
        for mention in index.mentions(in: words) {
            hidden(end..<mention.range.lowerBound)
            end = mention.range.upperBound
            if isTitle {
                // `chili con carne`, `Carrot cake`, `Saag paneer`
                let isDish = mention.entry?.isDish ?? false
                for place in isDish ? mention.range : mention.range.suffix(1) where titled(words, at: place) != nil {
                    hidden(place..<place + 1)
                }
            }
            if isTitle, mention.entry?.isDish == true {
                named += foods(inDish: mention.range, words)
                // «сырный суп»
                if words[mention.range.lowerBound].isRussian {
                    hidden(mention.range.lowerBound..<mention.range.lowerBound + 1)
                }
            }
            let start = mention.range.lowerBound
            let isBread = mention.range.count == 1 && (bread(words, at: start) ?? unnamed(words, at: start)) != nil
            let name = mention.entry.map { Named(entry: $0, range: mention.range, words: Array(words[mention.range])) }
            // «винный» has the stem of «вино», but is no form of it.
            let isAdjective =
                mention.range.count == 1 && name.map { !isCalled($0) } ?? false
                && RussianFoodWords.adjective(words, at: mention.range.lowerBound) != nil
            if let name, !isBread, !isAdjective, !isHiding(words[mention.range]) {
                named.append(name)
            } else {
                hidden(mention.range)
            }
        }
        hidden(end..<words.count)
        return named
    }

    /// The animal foods and nuts that a dish's name contains: the tuna of `tuna salad` and «салат с тунцом».
    private func foods(inDish range: Range<Int>, _ words: [NameWord]) -> [Named] {
        let inner = words[range.upperBound - 1].isRussian ? range.dropFirst() : range.dropLast()
        return index.mentions(in: Array(words[inner])).compactMap { mention in
            guard let entry = mention.entry, Self.namesDishes.contains(entry.aisle) else { return nil }
            let place = inner.startIndex + mention.range.lowerBound..<inner.startIndex + mention.range.upperBound
            return Named(entry: entry, range: place, words: Array(words[place]))
        }
    }

    private static let namesDishes: Set<String> = ["meat", "fish-and-seafood", "dairy-and-eggs", "nuts-and-seeds"]

    private func isHiding(_ words: ArraySlice<NameWord>) -> Bool {
        words.count == 1 && words.first.map { RussianFoodWords.implied($0) != nil } ?? false
    }

    private static let meat = "minced meat"
    /// Words for any of several foods.
    private static let severalFoods = ["shellfish": "shrimp, mussel"]
    /// What bought food contains.
    private static let contents = [
        "schnitzel": "pork, flour, egg, breadcrumbs", "schnitzels": "pork, flour, egg, breadcrumbs",
        "nougat": "almond, egg white, milk", "nougats": "almond, egg white, milk",
    ]
    /// Words whose meat is any listed meat.
    private static let anyMeat: Set<String> = ["offal", "субпродукты"]
    private static let omelettes = NameWords.forms(WordList.wordsForOmelettes)
    private static let omeletteBases = NameWords.forms(WordList.basesOfOmelettes)
    private static let meatless = NameWords.forms(WordList.foodsInsteadOfMeat)

    /// Whether a word means the dish that the title names, and the lines have what it is made of: the omelette of a vegan
    /// omelette.
    private func isOwnOmelette(_ word: NameWord) -> Bool {
        Self.omelettes.contains(word.form) && made.isDish(word) && listed.hasAny(Self.omeletteBases)
    }

    /// Whether the meat of a schnitzel is a listed food, because the title names the schnitzel.
    private func isOwnMeat(_ name: String, of word: NameWord) -> Bool {
        name == "pork" && Self.contents[word.text] != nil && made.isDish(word)
            && (listed.hasMeat || listed.hasAny(Self.meatless))
    }

    /// Whether meat is the flesh of a listed plant: `coconut meat`, `the meat of the pumpkin`, `scoop out the meat`. Not in
    /// `brown the meat and add the pumpkin`.
    private func isFlesh(_ words: [NameWord], at place: Int) -> Bool {
        guard listed.isNamed(Self.fleshy) else { return false }
        let isBehindPlant = place > 0 && Self.fleshy.contains(words[place - 1].form)
        let behind = words[(place + 1)...].prefix(4)
        let isOfPlant =
            ["of", "from", "out", "из"].contains(behind.first?.text ?? "")
            && behind.contains { Self.fleshy.contains($0.form) }
        return isBehindPlant || isOfPlant || words[..<place].contains { Self.removing.contains($0.text) }
    }

    private static let fleshy = NameWords.forms(WordList.plantsWithMeat)
    private static let removing: Set<String> = ["loosen", "pry", "scoop", "scrape", "spoon"]

    /// The bread that a roll or wrap is, if something is put into it: `pile into a soft white roll`. Not `roll into a
    /// log`, `cover with plastic wrap`.
    private func bread(_ words: [NameWord], at place: Int) -> String? {
        guard WordList.breadsToFill.contains(words[place].text), !made.isDish(words[place]) else { return nil }
        let before = words[max(0, place - 4)..<place].map(\.text)
        guard let into = before.lastIndex(where: { ["in", "into", "on", "onto"].contains($0) }),
            ["a", "an", "each"].contains(before[into...].dropFirst().first ?? ""),
            !before[into...].contains("and"),
            !Self.shaped.contains(place + 1 < words.count ? words[place + 1].text : ""),
            before[into...].allSatisfy({ !WordList.sheets.contains($0) && !WordList.wordsBeforeWraps.contains($0) }),
            !words[..<place].contains(where: { WordList.wordsForShaping.contains($0.text) })
        else { return nil }
        return "bread"
    }

    private static let pretences: Set<String> = ["mock", "fake", "faux", "imitation"]
    private static let shaped: Set<String> = ["up", "out", "ball", "balls", "dough"]

    /// Whether the words mean that the ingredient is in the dish, and no line accounts for it.
    private mutating func isMeant(_ name: Named, _ phrase: MentionPhrase, isTitle: Bool) -> Bool {
        if notInDish.contains(name.entry.key) || !isNew(name.entry, phrase.hasAmount) { return false }
        if isTitle, name.isHidden, base(ofTitle: phrase.words, at: name.range.lowerBound) != nil { return true }
        let text = phrase.words[name.range.lowerBound].text
        let isBread = name.isHidden && (WordList.breadsToFill.contains(text) || text == "crumb")
        if phrase.isPurpose && !phrase.isHeading || phrase.isVerb && !isBread || phrase.isCompound || phrase.isCompared
        {
            return false
        }
        // A dish called mock shrimp has none; mock crab in a step is bought, and may contain fish.
        if isTitle, Self.pretences.contains(phrase.before(1)) || phrase.isImitation && !phrase.isBeside { return false }
        // `Creamy tomato soup` begins with such a word, but is no other dish.
        if isTitle, isEssential(name, phrase.words) {
            return !listed.account(for: name.entry, named: name.words, in: phrase)
                && !hasInstead(of: name.entry, for: phrase.words[name.range.lowerBound])
        }
        // «винный соус» is no wine to drink.
        if name.entry.isWine, !text.utf8.starts(with: "винн".utf8), phrase.isRecommendedWine { return false }
        if isTitle, phrase.isCoated { return !listed.hasAny(Self.coatings) }
        if isTitle, phrase.isCalledAfter(name.entry, in: listed), isOwn(name, phrase) { return false }
        if isTitle, listed.accountInTitle(for: name.entry, named: name.words) { return false }
        if isTitle, phrase.isOfTitle(name.entry), isOwn(name, phrase) { return false }
        if isTitle, name.entry.aisle == "meat", listed.hasMeat(asBadAs: name.entry) { return false }
        if isTitle, made.isLeftToSteps(phrase, name.entry) { return false }
        if isTitle, name.words.count == 1, listed.hasEggs(of: name.words[0]) { return false }
        // `hot chocolate sauce` is made of the listed chocolate.
        if name.words.count == 2, name.words[0].text == "hot", !phrase.hasAmount, name.words[1].text == "chocolate",
            listed.hasAny([name.words[1].form])
        {
            return false
        }
        if isTitle || WordList.wordsAfterChocolate.contains(phrase.next) || phrase.isKnown, listed.hasAny(Self.cocoa),
            phrase.words[name.range].last?.text == "chocolate"
        {
            return false
        }
        if name.words.first?.text == "egg", phrase.words[name.range].first?.text == "whites", isOfGreens(phrase) {
            return false
        }
        return isUnlisted(name, phrase)
    }

    /// Whether a title's dish is none without the food: the cream cheese of a cheesecake, not a bought cheesecake.
    private func isEssential(_ name: Named, _ words: [NameWord]) -> Bool {
        guard name.range.count == 1, let foods = essential(words, at: name.range.lowerBound) else { return false }
        return foods.split(bytes: ", ").contains { index.findWhole(String($0))?.key == name.entry.key }
    }

    /// Whether a title may name what the recipe makes. What a heading names is made of the lines: `Sausages:` is not made
    /// of potatoes. So are bread and ready food before another name: `Tortilla soup` is not made of tomatoes alone.
    private func isOwn(_ name: Named, _ phrase: MentionPhrase) -> Bool {
        if phrase.isPartOfDish(name.entry), !listed.mayHaveAllOf(name.entry, of: [.allergen(.gluten)]) { return false }
        return !readsHeadings && !phrase.isPartOfDish(name.entry) || made.hasAll(of: name.words.map(\.form), name.entry)
            || name.words.count > 1 && listed.hasAllOf(name.entry)
    }

    /// Whether `whites` are a part of leeks or scallions: `whites of the leeks`, `scallion whites`.
    private func isOfGreens(_ phrase: MentionPhrase) -> Bool {
        phrase.next == "of" || listed.hasAny(Self.greens)
    }

    private static let cocoa = NameWords.forms("cocoa")
    private static let greens = NameWords.forms("leek scallion")

    private mutating func isUnlisted(_ name: Named, _ phrase: MentionPhrase) -> Bool {
        let text = "\(name.words.map(\.text).joined(separator: " ")) \(name.entry.facts.code)"
        let forms = name.words.map(\.form)
        if madeBefore.contains(forms), made.isOwn(phrase) { return false }
        // The answer also depends on the phrase's traits.
        let asked = "\(text) \(phrase.traits)"
        if let known = answers[asked] { return known }
        let isUnlisted =
            !listed.account(for: name.entry, named: name.words, in: phrase) && (name.isHidden || isCalled(name))
            && (name.isHidden || !isMade(forms, phrase, name.entry))
        // Whether it is a mixture depends on words around it that are not in the cache key.
        if !phrase.isMixture { answers[asked] = isUnlisted }
        return isUnlisted
    }

    private mutating func isMade(_ forms: [String], _ phrase: MentionPhrase, _ entry: IngredientEntry) -> Bool {
        guard made.make(phrase, entry) else { return false }
        // `this is a cheese lover's dream` makes no cheese.
        if !phrase.isMixture || made.hasAll(of: forms, entry) { madeBefore.insert(forms) }
        return true
    }

    /// Whether a single word is a name or its plural, also misspelt: `mozarella`. An equal word form is not enough: `pat`
    /// and `pate`, `shade` and `shad`, «просейте» and «просо», «пену» and «пенне» share theirs.
    private func isCalled(_ name: Named) -> Bool {
        guard name.words.count == 1, let word = name.words.first else { return true }
        if word.isRussian { return RussianNouns.isForm(word.text, ofAny: name.entry.russian.all.map(Words.fold)) }
        let spelt = [word.text, WordList.spellings[word.text] ?? word.text]
        return name.entry.english.all.map(Words.fold).contains { name in
            if name.contains(" ") { return false }
            let stem = name.hasSuffix("y") || name.hasSuffix("f") ? String(name.dropLast()) : name
            let forms = [name, name + "s", name + "es", stem + "ies", stem + "ves"]
            return spelt.contains { forms.contains($0) || name == $0 + "s" }
        }
    }
}
