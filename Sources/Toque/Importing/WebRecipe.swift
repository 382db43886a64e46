// Reads the recipe of a web page from its JSON-LD, or else from its microdata.

import Bytes
import HTMLReading
import HTTP

/// Finds the recipe of a page.
struct WebRecipe {
    private let page: HTMLPage
    private let address: String
    /// The short texts of objects by their `@id`, from all scripts: a recipe may refer to an object any number of
    /// times.
    private var named: [String: [String: Any]] = [:]
    private var found: [[String: Any]] = []
    /// The number of scripts without valid JSON, reported if the page has no recipe elsewhere.
    private var unread = 0

    /// The recipe of a page that came from `address`, which may be empty.
    static func read(_ html: String, address: String = "") throws(ImportRefusal) -> ImportedRecipe {
        guard html.utf8.count <= HTMLPage.limit else { throw .tooLong }
        guard let page = HTMLPage(html) else { throw .noRecipe }
        // A tag may have separated combining marks in the source.
        guard StreamSafe.allows(page.root.text()), page.root.first(where: Self.hasLongMarks) == nil else {
            throw .marks
        }
        var reader = WebRecipe(page: page, address: address)
        return try reader.recipe()
    }

    private init(page: HTMLPage, address: String) {
        self.page = page
        self.address = address
    }

    private mutating func recipe() throws(ImportRefusal) -> ImportedRecipe {
        let scripts = page.root.all(where: Self.isStructuredData).map(\.source)
        let count = scripts.reduce(0) { $0 + LenientJSON.count($1) }
        guard count <= ImportLimits.values else { throw .tooLong }
        for script in scripts {
            let values = LenientJSON.values(script)
            if values.isEmpty { unread += 1 }
            for value in values { gather(value, depth: 0) }
        }
        let microdata = Microdata.items(in: page.root)
        for item in microdata.items { gather(item, depth: 0) }
        let short = found.filter { !SchemaText.isTooLong($0, ofPage: true) }
        if short.isEmpty, !found.isEmpty { throw .tooLong }
        found = short
        let recipes = found.prefix(ImportLimits.words).map(SchemaReader().read)
        guard let best = Self.fullest(recipes) else {
            throw unread > 0 ? .damaged("its structured data cannot be read as JSON") : .noRecipe
        }
        // References are resolved for this recipe only: all may refer to the same long texts.
        var recipe = SchemaReader(named: named).read(found[best])
        complete(&recipe)
        for other in recipes where other.isRecipe && other.title != recipe.title {
            recipe.leave("recipe", other.title)
        }
        if recipe.lines.isEmpty { recipe.leave("recipeIngredient", .noIngredients) }
        if recipe.steps.isEmpty { recipe.leave("recipeInstructions", .noSteps) }
        if page.isCut || microdata.isCut { recipe.leave("page", .cut) }
        return recipe
    }

    private static func hasLongMarks(_ element: HTMLElement) -> Bool {
        !element.attributes.values.allSatisfy { StreamSafe.allows($0) }
    }

    private static func isStructuredData(_ element: HTMLElement) -> Bool {
        element.name == "script" && element["type"]?.lowercased().hasPrefix(bytes: "application/ld+json") == true
    }

    /// Collects every recipe at any depth of graphs and pages, but does not search inside a recipe.
    private mutating func gather(_ value: Any, depth: Int) {
        guard depth < ImportLimits.depth else { return }
        if let list = value as? [Any] {
            for item in list { gather(item, depth: depth + 1) }
        } else if let object = value as? [String: Any] {
            if let id = object["@id"] as? String, id.utf8.count <= 2_000 {
                let short = object.filter { ($0.value as? String)?.utf8.count ?? .max <= 2_000 }
                if short.count > (named[id]?.count ?? 1) { named[id] = short }
            }
            if SchemaReader.isRecipe(object) { return found.append(object) }
            for key in object.keys.sortedByBytes() { gather(object[key] as Any, depth: depth + 1) }
        }
    }

    /// The place of the recipe with most of title, ingredients and steps; the first of several.
    private static func fullest(_ recipes: [ImportedRecipe]) -> Int? {
        func weight(_ recipe: ImportedRecipe) -> Int {
            (recipe.title.isEmpty ? 0 : 1) + (recipe.lines.isEmpty ? 0 : 4) + (recipe.steps.isEmpty ? 0 : 2)
        }
        let best = recipes.map(weight).max() ?? 0
        return best > 0 ? recipes.firstIndex { weight($0) == best } : nil
    }

    /// Fills fields that the recipe lacks from the rest of the page.
    private func complete(_ recipe: inout ImportedRecipe) {
        if recipe.title.isEmpty { recipe.title = meta("og:title") ?? title ?? "" }
        if recipe.description.isEmpty { recipe.description = meta("description") ?? meta("og:description") ?? "" }
        if recipe.images.isEmpty, let image = meta("og:image") { recipe.images = [image] }
        if recipe.language.isEmpty { recipe.language = page.root["lang"] ?? "" }
        if !recipe.address.hasPrefix(bytes: "http") { recipe.address = canonical ?? address }
        if recipe.address.isEmpty { recipe.address = address }
    }

    private var title: String? { page.root.first { $0.name == "title" }.map { $0.text() } }

    private var canonical: String? {
        page.root.first { $0.name == "link" && $0["rel"]?.lowercased() == "canonical" }?["href"].flatMap {
            $0.hasPrefix(bytes: "http") ? $0 : nil
        }
    }

    private func meta(_ name: String) -> String? {
        let element = page.root.first { $0.name == "meta" && ($0["property"] == name || $0["name"] == name) }
        let text = SchemaText.clean(element?["content"] ?? "")
        return text.isEmpty ? nil : text
    }
}
