// Derives a recipe's diets and allergens from its ingredients; authors never enter them.

/// Derives diets: no when any ingredient says no, else unknown when any is unknown, else yes.
package enum DietRules {
    package static func derive(
        _ lines: [UnderstoodLine], carbohydrate: CarbohydrateRange, servings: Int?
    ) -> DerivedDiets {
        let lines = lines.filter { !$0.parsed.isHeading || !$0.mentions.isEmpty || !$0.alternatives.isEmpty }
        var derived = DerivedDiets()
        func answer(_ question: Question) -> Answer { Answer(question, lines) }
        for allergen in Allergen.allCases {
            let found = answer(.contains([allergen]))
            derived.set(allergen, found.verdict.presence, because: found.names)
            if found.isUpToLabels { derived.setUpToLabels(allergen) }
        }
        for diet in Diet.allCases {
            guard let question = Question(diet) else { continue }
            let found = answer(question)
            var isUpToLabels = found.isUpToLabels
            switch diet {
            case .spicy: derived.set(diet, found.verdict.presence, because: found.names)
            case .kosher:
                let (together, names) = KosherRules.together(lines)
                // No label makes meat with milk kosher.
                isUpToLabels = isUpToLabels && together == .good
                let isWorse = together == .bad && found.verdict != .bad || found.verdict == .good
                derived.set(
                    diet, (isWorse ? together : found.verdict).absence, because: isWorse ? names : found.names)
            default: derived.set(diet, found.verdict.absence, because: found.names)
            }
            if isUpToLabels { derived.setUpToLabels(diet) }
        }
        for diet in [Diet.keto, .lowCarb] where lines.contains(where: { !$0.parsed.isHeading && $0.place == nil }) {
            let (fact, names) = CarbohydrateRules.answer(diet, carbohydrate, servings: servings)
            derived.set(diet, fact, because: names)
        }
        return derived
    }

    /// A question about every ingredient of a recipe.
    enum Question {
        case holds(DietFact)
        case contains([Allergen])
        case isSpicy

        /// `nil` for keto and low-carb, which depend on amounts: see `CarbohydrateRules`.
        init?(_ diet: Diet) {
            switch diet {
            case .vegetarian: self = .holds(.vegetarian)
            case .vegan: self = .holds(.vegan)
            case .dairyFree: self = .contains([.milk])
            case .lactoseFree: self = .holds(.lactoseFree)
            case .glutenFree: self = .contains([.gluten])
            case .nutFree: self = .contains([.nuts, .peanuts])
            case .kosher: self = .holds(.kosher)
            case .halal: self = .holds(.halal)
            case .spicy: self = .isSpicy
            case .keto, .lowCarb: return nil
            }
        }

        func verdict(_ facts: IngredientFacts) -> Judgement {
            switch self {
            case .holds(let diet): Judgement(absence: facts[diet])
            case .contains(let allergens): Judgement.worst(allergens.lazy.map { Judgement(presence: facts[$0]) })
            case .isSpicy: Judgement(presence: facts[.spicy])
            }
        }

        /// The facts of an ingredient that answer the question.
        var facts: [FactName] {
            switch self {
            case .holds(let diet): [.diet(diet)]
            case .contains(let allergens): allergens.map(FactName.allergen)
            case .isSpicy: [.diet(.spicy)]
            }
        }

        /// Whether it is a question of taste, on which nobody's health depends.
        var isOfTaste: Bool { if case .isSpicy = self { true } else { false } }
    }

    /// The answer for an ingredient as good or bad, whether the fact states a presence or an absence.
    enum Judgement {
        case good, unknown, bad

        init(absence fact: Fact) { self = fact == .yes ? .good : fact == .no ? .bad : .unknown }
        init(presence fact: Fact) { self = fact == .no ? .good : fact == .yes ? .bad : .unknown }

        var absence: Fact { self == .good ? .yes : self == .bad ? .no : .unknown }
        var presence: Fact { self == .good ? .no : self == .bad ? .yes : .unknown }

        static func worst(_ verdicts: some Sequence<Judgement>) -> Judgement {
            var worst = Judgement.good
            for verdict in verdicts {
                if verdict == .bad { return .bad }
                if verdict == .unknown { worst = .unknown }
            }
            return worst
        }
    }

    /// An ingredient that decided an answer, and where the recipe names it.
    package struct Evidence {
        package enum Place { case named, mentioned, heading, unlisted }

        /// The index of its line among the lines of the question.
        package let line: Int
        let candidate: UnderstoodLine.Candidate
        package let place: Place

        package var name: String { candidate.label }
    }

    /// The answer of all lines, and the ingredients that decided it.
    struct Answer {
        private(set) var verdict = Judgement.good
        private(set) var evidence: [Evidence] = []
        private var onlyLabels = true

        /// Whether the answer is unknown only because of listed products whose maker decides, such as stock or chocolate:
        /// a cook who reads the labels can make it good.
        var isUpToLabels: Bool { verdict == .unknown && onlyLabels && !evidence.isEmpty }

        /// The ingredients, each once.
        var names: [String] {
            // As bytes, because hashing a `String` normalises it, which is slow for long lines.
            var seen: Set<[UInt8]> = []
            return evidence.map(\.name).filter { seen.insert(Array($0.utf8)).inserted }
        }

        init(_ question: Question, _ lines: [UnderstoodLine]) {
            if !lines.contains(where: { !$0.parsed.isHeading && $0.place == nil }) { verdict = .unknown }
            for (number, line) in lines.enumerated() {
                let (found, culprits) = Self.ask(question, line)
                if found == .good || found == .unknown && verdict == .bad { continue }
                if found == .unknown {
                    onlyLabels =
                        onlyLabels && !line.isHomemade && Self.areLabels(culprits, question, in: line.place)
                        && Self.areLabels(Self.doubt(question, line).1, question, in: line.place, orNone: true)
                }
                if found != verdict { evidence = [] }
                verdict = found
                evidence += culprits.map { Evidence(line: number, candidate: $0.candidate, place: $0.place) }
            }
        }

        private typealias Culprit = (candidate: UnderstoodLine.Candidate, place: Evidence.Place)

        /// Whether the makers of all these products decide. Lines, notes and steps name products to buy; a heading and the
        /// title may name what the cook makes.
        private static func areLabels(
            _ culprits: [Culprit], _ question: Question, in place: TextPlace?, orNone: Bool = false
        ) -> Bool {
            if culprits.isEmpty { return orNone }
            return culprits.allSatisfy { culprit in
                guard culprit.place != .heading, place != .title, !culprit.candidate.isApproximate else { return false }
                if let entry = culprit.candidate.entry { return question.verdict(entry.facts) == .unknown }
                return culprit.candidate.kinds?.allSatisfy { question.verdict($0.facts) != .bad } ?? false
            }
        }

        /// An answer is good or bad for a line when it is so for every alternative; where they differ, it is unknown.
        private static func ask(_ question: Question, _ line: UnderstoodLine) -> (Judgement, [Culprit]) {
            if line.parsed.isHeading || line.place != nil, line.alternatives.isEmpty { return doubt(question, line) }
            let isGood = line.alternatives.allSatisfy { alternative in
                !alternative.isEmpty
                    && alternative.allSatisfy { $0.entry.map { question.verdict($0.facts) == .good } ?? false }
            }
            if isGood, line.mentions.isEmpty, !line.alternatives.isEmpty { return (.good, []) }
            var verdicts: [Judgement] = []
            var culprits: [Culprit] = []
            for alternative in line.alternatives {
                let answers = alternative.map { candidate in
                    (candidate, candidate.entry.map { question.verdict($0.facts) } ?? .unknown)
                }
                let verdict = answers.isEmpty ? .unknown : Judgement.worst(answers.lazy.map(\.1))
                verdicts.append(verdict)
                culprits += answers.filter { $0.1 != .good && $0.1 == verdict }.map {
                    (candidate: $0.0, place: Evidence.Place.named)
                }
            }
            let all = verdicts.allSatisfy { $0 == .bad } && !verdicts.isEmpty
            if verdicts.allSatisfy({ $0 == .good }), !verdicts.isEmpty { return doubt(question, line) }
            return (all ? .bad : .unknown, culprits)
        }

        /// An ingredient that a note names makes a good answer unknown, unless its own answer is good. A heading
        /// ("Tomato sauce") names the result of the lines below, so there, and in questions of taste, only bad answers
        /// count, unless the heading names food that no line accounts for.
        private static func doubt(_ question: Question, _ line: UnderstoodLine) -> (Judgement, [Culprit]) {
            let doubtful = line.mentions.filter { mention in
                let verdict = mention.entry.map { question.verdict($0.facts) } ?? .unknown
                let onlyBad = line.parsed.isHeading && !mention.isMissing || question.isOfTaste
                return onlyBad ? verdict == .bad : verdict != .good
            }
            let place: Evidence.Place = line.parsed.isHeading ? .heading : line.place != nil ? .unlisted : .mentioned
            return (doubtful.isEmpty ? .good : .unknown, doubtful.map { (candidate: $0, place: place) })
        }
    }
}
