// The rules for ingredients, and the results of merging and splitting them; without the database.

import Food

enum IngredientRules {
    /// The problems by column. `others` contains the names of the whole catalogue after the change.
    static func problems(
        _ record: IngredientRecord, aisles: Set<String>, foods: Set<Int>, names others: [String: String]
    ) -> [(column: String, problem: ColumnProblem)] {
        var problems: [(column: String, problem: ColumnProblem)] = []
        for (column, name) in [("name_en", record.english), ("name_ru", record.russian)]
        where StarterRules.folded(name).isEmpty { problems.append((column, .required)) }
        if !aisles.contains(record.aisle) { problems.append(("aisle", .unknown)) }
        if let usda = record.usda, !foods.contains(usda) { problems.append(("usda", .unknown)) }
        if let figures = record.figures {
            if record.usda != nil { problems.append(("usda", .bothFigures)) }
            if figures.source.isEmpty { problems.append(("source", .sourceMissing)) }
        }
        let named: [(String, [String])] = [
            ("name_en", [record.english]), ("plural_en", [record.englishPlural]), ("also_en", record.englishAlso),
            ("name_ru", [record.russian]), ("plural_ru", [record.russianPlural]), ("also_ru", record.russianAlso),
        ]
        for (column, names) in named {
            for name in names {
                guard let key = others[StarterRules.folded(name)], key != record.key else { continue }
                problems.append((column, .taken(name: name, key: key)))
                break
            }
        }
        return problems
    }

    /// The owner of each name, by its folded form.
    static func owners(_ records: some Sequence<IngredientRecord>) -> [String: String] {
        var owners: [String: String] = [:]
        for record in records {
            for name in record.names where owners[StarterRules.folded(name)] == nil {
                owners[StarterRules.folded(name)] = record.key
            }
        }
        owners[""] = nil
        return owners
    }

    /// Normalises a record: an empty plural becomes the singular, duplicate names are removed, certain parts are
    /// removed from the uncertain ones, and an ingredient without a parent states all facts.
    static func tidied(_ record: IngredientRecord) -> IngredientRecord {
        var record = record
        if record.englishPlural.isEmpty { record.englishPlural = record.english }
        if record.russianPlural.isEmpty { record.russianPlural = record.russian }
        record.englishAlso = rest(record.englishAlso, beside: [record.english, record.englishPlural])
        record.russianAlso = rest(record.russianAlso, beside: [record.russian, record.russianPlural])
        record.holds = Set(record.holds).sorted()
        record.mayHold = Set(record.mayHold).subtracting(record.holds).sorted()
        if record.parent == nil, !record.stated.isComplete { record.stated = StatedFacts(record.stated.over(nil)) }
        return record
    }

    private static func rest(_ names: [String], beside others: [String]) -> [String] {
        var seen = Set(others)
        return names.filter { seen.insert($0).inserted }
    }

    /// Merges two ingredients: the other one keeps its own facts and values, and gets the names of both.
    static func merged(_ record: IngredientRecord, into other: IngredientRecord) -> IngredientRecord {
        var merged = other
        merged.englishAlso += [record.english, record.englishPlural] + record.englishAlso
        merged.russianAlso += [record.russian, record.russianPlural] + record.russianAlso
        return tidied(merged)
    }

    /// Replaces a dependency on one ingredient with a dependency on another.
    static func resting(_ record: IngredientRecord, on key: String, insteadOf other: String) -> IngredientRecord {
        var moved = record
        moved.rest(as: record.entry(id: 0).resting(on: key, insteadOf: other))
        return tidied(moved)
    }

    /// Splits an ingredient: the new one gets the chosen names, the names `english` and `russian`, and a copy of all
    /// other values. Returns `nil` if the old one would lose its main name in a language.
    static func split(
        _ record: IngredientRecord, names: Set<String>, english: String, russian: String, key: String
    ) -> (old: IngredientRecord, new: IngredientRecord)? {
        if names.contains(record.english) || names.contains(record.russian) { return nil }
        var (old, new) = (record, record)
        if names.contains(old.englishPlural) { old.englishPlural = old.english }
        if names.contains(old.russianPlural) { old.russianPlural = old.russian }
        old.englishAlso.removeAll { names.contains($0) }
        old.russianAlso.removeAll { names.contains($0) }
        new.key = key
        (new.english, new.englishPlural) = (english, "")
        (new.russian, new.russianPlural) = (russian, "")
        new.englishAlso = ([record.englishPlural] + record.englishAlso).filter(names.contains)
        new.russianAlso = ([record.russianPlural] + record.russianAlso).filter(names.contains)
        return (tidied(old), tidied(new))
    }
}
