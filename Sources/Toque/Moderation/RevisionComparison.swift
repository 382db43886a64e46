// The choice of two versions of a recipe and the differences between them, for its author and for admins.

import Food
import HTTP
import HTTPServer
import Texts

/// A version that can be compared.
struct ComparedRevision {
    let id: Int
    /// Its number among the versions of the recipe.
    let n: Int
    let at: Int
}

/// The latest of these versions with the one before it, or those that the address names.
struct RevisionComparison {
    /// The most versions that can be chosen.
    private static let most = 200

    let from: Field
    let to: Field
    let texts: TextComparison

    /// `nil` if there is only one version.
    init?(_ revisions: [ComparedRevision], _ catalogue: Catalogue, _ context: Context) async throws {
        guard revisions.count > 1 else { return nil }
        let (language, query) = (context.language, context.request.query)
        func chosen(_ name: String, _ usual: ComparedRevision) -> ComparedRevision {
            let id = query[name].flatMap { Int($0) }
            return revisions.first { $0.id == id } ?? usual
        }
        let (old, new) = (chosen("from", revisions[1]), chosen("to", revisions[0]))
        func field(_ name: String, _ label: String, _ choice: ComparedRevision) -> Field {
            Field(
                name: name, label: label,
                choices: revisions.prefix(Self.most).map {
                    Choice(
                        value: String($0.id),
                        label: "\(Text.recipeAdminRevision(language, number: $0.n)), \(Dates.day($0.at, language))",
                        isChosen: $0.id == choice.id)
                })
        }
        from = field("from", Text.recipeAdminOlder(language), old)
        to = field("to", Text.recipeAdminNewer(language), new)
        let store = RecipeStore(context.reader)
        guard let first = try store.revision(old.id), let second = try store.revision(new.id) else { return nil }
        texts = try await context.site.workers.run {
            TextComparison(first.stored, second.stored, catalogue, language)
        }
    }
}
