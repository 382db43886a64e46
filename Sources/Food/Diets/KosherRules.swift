// Finds the combination that makes a dish not kosher although each of its ingredients is: meat together with milk.

/// Decides whether a dish combines meat and milk.
enum KosherRules {
    /// Bad where the dish certainly contains meat and milk, unknown where it may contain both, else good.
    static func together(_ lines: [UnderstoodLine]) -> (verdict: DietRules.Judgement, names: [String]) {
        let (meat, milk) = (find(lines, isMeat), find(lines) { $0.facts[.milk] })
        if meat.verdict == .no || milk.verdict == .no { return (.good, []) }
        let isCertain = meat.verdict == .yes && milk.verdict == .yes
        return (isCertain ? .bad : .unknown, meat.names + milk.names.filter { !meat.names.contains($0) })
    }

    /// No for vegetarian food and seafood, yes for food of the meat aisle that is not vegetarian. Other food, such as
    /// gelatine and rennet, is unknown.
    private static func isMeat(_ entry: IngredientEntry) -> Fact {
        if entry.facts[.vegetarian] == .yes { return .no }
        let isOfTheSea = [Allergen.fish, .crustaceans, .molluscs].contains { entry.facts[$0] == .yes }
        if isOfTheSea { return .no }
        return entry.aisle == "meat" && entry.facts[.vegetarian] == .no ? .yes : .unknown
    }

    /// Whether any line has the fact: yes where every alternative of a line has it, no where none can have it.
    private static func find(
        _ lines: [UnderstoodLine], _ fact: (IngredientEntry) -> Fact
    ) -> (verdict: Fact, names: [String]) {
        var verdict = Fact.no
        var names: [String] = []
        func note(_ found: Fact, _ keys: [String]) {
            if found == .no || found == .unknown && verdict == .yes { return }
            if found != verdict { names = [] }
            verdict = found
            names += keys.filter { !names.contains($0) }
        }
        for line in lines {
            let answers = line.alternatives.map { alternative in
                alternative.map { candidate in (candidate, candidate.entry.map(fact) ?? .unknown) }
            }
            let holds = answers.map { $0.contains { $0.1 == .yes } }
            let mentions = line.mentions.map { ($0, $0.entry.map(fact) ?? .unknown) }
            let may = (answers.joined() + mentions).filter { $0.1 == .yes || $0.1 == .unknown }
            guard !may.isEmpty else { continue }
            let isCertain = !holds.isEmpty && holds.allSatisfy { $0 }
            note(
                isCertain ? .yes : .unknown,
                may.filter { !isCertain || $0.1 == .yes }.map(\.0.label))
        }
        return (verdict, names)
    }
}
