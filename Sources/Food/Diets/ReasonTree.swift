// Explains an answer of a recipe, from its lines down to the facts that the catalogue states.

/// One step of an explanation: a claim, and the steps that it depends on.
package struct ReasonStep: Equatable, Sendable {
    /// The claim of a step. Ingredients are given by key, everything else by its words.
    package enum Says: Equatable, Sendable {
        /// A line of the recipe, by its index among all lines.
        case line(Int)
        case heading(String)
        case noteNames(String)
        /// An ingredient that a text names and no line lists.
        case unlisted(UnlistedIngredient)
        case notInCatalogue(String)
        /// Words that only resemble a name, and the ingredient that they are read as.
        case isLike(String, String)
        case countsAs(String, String)
        case holds(String, String)
        case mayHold(String, String)
        /// The last step: the fact in the catalogue.
        case states(String, FactName, Fact)
        /// Kosher: meat, which must not be combined with milk.
        case isMeat(String)
        /// Keto and low-carb: an ingredient that brings the carbohydrate, or one that could not be counted.
        case brings(String)
        case uncounted(String)
    }

    package let claim: Says
    package var because: [ReasonStep] = []
}

/// Finds the steps behind one answer of one recipe. It is pure, like the rules whose answers it explains.
package struct ReasonTree {
    package let lines: [UnderstoodLine]
    package let index: IngredientIndex

    package init(lines: [UnderstoodLine], index: IngredientIndex) {
        self.lines = lines
        self.index = index
    }

    /// The steps to an answer that is not the desired one; empty when these lines no longer give that answer.
    package func steps(_ subject: DietReason.Subject, _ fact: Fact, names: [String]) -> [ReasonStep] {
        guard !names.isEmpty else { return [] }
        switch subject {
        case .allergen(let allergen): return steps(.contains([allergen]), names)
        case .diet(let diet):
            guard let question = DietRules.Question(diet) else { return counted(names, fact) }
            let steps = steps(question, names)
            return diet == .kosher && steps.isEmpty ? together(names) : steps
        }
    }

    private func steps(_ question: DietRules.Question, _ names: [String]) -> [ReasonStep] {
        let answer = DietRules.Answer(question, lines)
        if answer.names != names { return [] }
        return byLine(answer.evidence.map { (line: $0.line, steps: steps(of: $0, question)) })
    }

    /// Groups the steps under the lines or headings that they come from.
    private func byLine(_ found: [(line: Int, steps: [ReasonStep])]) -> [ReasonStep] {
        var order: [Int] = []
        var steps: [Int: [ReasonStep]] = [:]
        for (line, more) in found {
            if steps[line] == nil { order.append(line) }
            steps[line, default: []] += more.filter { !(steps[line] ?? []).contains($0) }
        }
        return order.flatMap { line -> [ReasonStep] in
            let (parsed, because) = (lines[line].parsed, steps[line] ?? [])
            if lines[line].place != nil { return because }
            return [ReasonStep(claim: parsed.isHeading ? .heading(parsed.line) : .line(line), because: because)]
        }
    }

    private func steps(of evidence: DietRules.Evidence, _ question: DietRules.Question) -> [ReasonStep] {
        guard let entry = evidence.candidate.entry.flatMap({ index[$0.key] }) else {
            return [ReasonStep(claim: .notInCatalogue(evidence.name))]
        }
        if evidence.candidate.isApproximate { return [ReasonStep(claim: .isLike(evidence.name, entry.key))] }
        let verdict = question.verdict(entry.facts)
        let steps = question.facts.filter { Self.judgement($0, entry.facts[$0]) == verdict }.flatMap {
            why(entry, $0)
        }
        switch evidence.place {
        case .named, .heading: return steps
        case .mentioned: return [ReasonStep(claim: .noteNames(entry.key), because: steps)]
        case .unlisted: return [unlisted(evidence.name, because: steps)]
        }
    }

    private func unlisted(_ name: String, because steps: [ReasonStep] = []) -> ReasonStep {
        guard let found = UnlistedIngredient(name: name) else { return unknown(name) }
        return ReasonStep(claim: .unlisted(found), because: steps)
    }

    private static func judgement(_ name: FactName, _ fact: Fact) -> DietRules.Judgement {
        fact == name.good ? .good : fact == name.bad ? .bad : .unknown
    }

    /// The most steps shown for one ingredient; a step beyond them has no reasons of its own.
    static let mostSteps = 200

    /// Explains a fact by the parts that cause it, or else by the parent, or else by the stated fact.
    private func why(_ entry: IngredientEntry, _ name: FactName) -> [ReasonStep] {
        var left = Self.mostSteps
        return why(entry, name, depth: 0, &left)
    }

    private func why(_ entry: IngredientEntry, _ name: FactName, depth: Int, _ left: inout Int) -> [ReasonStep] {
        let fact = entry.facts[name]
        let stated = [ReasonStep(claim: .states(entry.key, name, fact))]
        left -= 1
        guard depth < IngredientGraph.depth, left > 0, fact != name.good else { return stated }
        let parts = entry.parts.compactMap { part -> ReasonStep? in
            guard let held = index[part.key],
                IngredientGraph.careful(name.good, holding: held.facts[name], isCertain: part.isCertain, name) == fact
            else { return nil }
            let claim: ReasonStep.Says =
                part.isCertain ? .holds(entry.key, part.key) : .mayHold(entry.key, part.key)
            return ReasonStep(claim: claim, because: why(held, name, depth: depth + 1, &left))
        }
        if !parts.isEmpty { return parts }
        guard let parent = entry.parent.flatMap({ index[$0] }), parent.facts[name] == fact else { return stated }
        return [
            ReasonStep(claim: .countsAs(entry.key, parent.key), because: why(parent, name, depth: depth + 1, &left))
        ]
    }

    // MARK: Answers that no single fact decides

    /// Meat and milk, each under its line.
    private func together(_ names: [String]) -> [ReasonStep] {
        places(of: names) { name in
            guard let entry = index[name] else { return [unlisted(name)] }
            let isMilk = entry.facts[.milk] != .no
            return isMilk ? why(entry, .allergen(.milk)) : [ReasonStep(claim: .isMeat(name))]
        }
    }

    /// A step for words that are not a key: not in the catalogue, or only similar to the name of an ingredient.
    private func unknown(_ words: String) -> ReasonStep {
        let likely = lines.lazy.flatMap(\.likely).first { $0.name == words }
        return ReasonStep(claim: likely.map { .isLike(words, $0.key) } ?? .notInCatalogue(words))
    }

    private func counted(_ names: [String], _ fact: Fact) -> [ReasonStep] {
        places(of: names) { name in
            if let found = UnlistedIngredient(name: name) { return [ReasonStep(claim: .unlisted(found))] }
            return [ReasonStep(claim: fact == .no ? .brings(name) : .uncounted(name))]
        }
    }

    /// Groups the steps of each name under the first line with that name; names without a line come last.
    private func places(of names: [String], _ steps: (String) -> [ReasonStep]) -> [ReasonStep] {
        var first: [String: Int] = [:]
        for (number, line) in lines.enumerated() {
            for candidate in line.alternatives.joined() where first[candidate.label] == nil {
                first[candidate.label] = number
            }
            for candidate in line.mentions where first[candidate.label] == nil { first[candidate.label] = number }
        }
        var found: [(line: Int, steps: [ReasonStep])] = []
        var rest: [ReasonStep] = []
        for name in names {
            if let line = first[name] { found.append((line, steps(name))) } else { rest += steps(name) }
        }
        return byLine(found) + rest
    }
}
