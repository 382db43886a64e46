// The page that shows what one window typed next to what another one stored, with a choice for each field.

import Food
import HTTP
import Texts
import Words

/// Two texts next to each other, and a form that submits the typed text with the choices.
struct ConflictPage {
    let layout: Layout
    let formToken: String
    let action: String
    let explanation: String
    /// `saved` or `draft`: where the other text is stored.
    let against: String
    let otherName: String
    /// The typed text and the identity of the text that it is compared with, as hidden fields.
    let kept: [Choice]
    let sections: [ChoiceSection]
    /// Whether the typed text can be saved as it is.
    let canSave: Bool

    init(
        _ comparison: Comparison, _ sections: [ChoiceSection], with other: OtherText, _ own: OwnRecipe?,
        _ context: Context
    ) {
        let language = context.language
        layout = context.layout(title: Text.conflictTitle(language), section: "my-recipes", isListed: false)
        formToken = context.formToken
        action = own.map { Address.recipe($0.id) } ?? Address.recipes()
        let isDraft = other.draft != nil
        explanation = isDraft ? Text.conflictDraftHelp(language) : Text.conflictHelp(language)
        against = isDraft ? "draft" : "saved"
        otherName = isDraft ? Text.conflictOtherWindow(language) : Text.conflictSaved(language)
        var mine = comparison.mine
        mine.version = other.form.version
        let mark = other.draft.map(DraftMark.init) ?? DraftMark(context.form)
        kept =
            mine.fields.map { Choice(value: $0.value, label: $0.name) }
            + [
                Choice(value: mark.id.map { String($0) } ?? "", label: "draft"),
                Choice(value: String(mark.version), label: "draft_version"),
            ]
        self.sections = sections
        canSave = !isDraft
    }
}

struct ChoiceSection: Sendable {
    let heading: String
    let choices: [TextChoice]
    /// The number of rows that are the same in both.
    let same: String?
}

/// One field or row in both texts.
struct TextChoice: Sendable {
    let name: String
    let label: String
    let mine: [TextSpan]
    let theirs: [TextSpan]
    var pictures: (mine: ResponsiveImage?, theirs: ResponsiveImage?) = (nil, nil)
    /// The default choice: a row that only the other text has is included, so that nothing is lost.
    let takesTheirs: Bool
    var minePicture: ResponsiveImage? { pictures.mine }
    var theirPicture: ResponsiveImage? { pictures.theirs }
    var lacksMine: Bool { mine.isEmpty && pictures.mine == nil }
    var lacksTheirs: Bool { theirs.isEmpty && pictures.theirs == nil }
}

/// Builds the sections of the page.
struct ChoiceSections {
    let comparison: Comparison
    let catalogue: Catalogue
    let language: Language
    /// The maximum number of words compared for one choice.
    private let effort: Int
    private let work: WorkCounter?

    /// `work` counts the compared words.
    init(_ comparison: Comparison, _ catalogue: Catalogue, _ language: Language, work: WorkCounter? = nil) {
        (self.comparison, self.catalogue, self.language) = (comparison, catalogue, language)
        self.work = work
        effort = WordDifference.effort(
            each: comparison.texts.count + comparison.rows.count(where: comparison.differs(row:))
                + comparison.steps.count(where: comparison.differs(step:)))
    }

    var all: [ChoiceSection] {
        let (mine, theirs) = (comparison.mine, comparison.theirs)
        var texts = RecipeForm.texts.filter { comparison.texts.contains($0.name) }.map { name, path in
            choice(name, label(name), shown(name, mine[keyPath: path]), shown(name, theirs[keyPath: path]))
        }
        if comparison.hasOtherPhoto {
            var photo = choice("photo", label("photo"), nil, nil)
            photo.pictures = (picture(mine.photo), picture(theirs.photo))
            texts.append(photo)
        }
        return [
            ChoiceSection(heading: Text.editorAbout(language), choices: texts, same: nil),
            list(
                "row", Text.recipeIngredients(language), comparison.rows, comparison.differs(row:),
                { mine.rows[$0].text }, { theirs.rows[$0].text }),
            steps(
                list(
                    "step", Text.recipeSteps(language), comparison.steps, comparison.differs(step:),
                    { mine.steps[$0].toldWhole(language) }, { theirs.steps[$0].toldWhole(language) })),
        ].filter { !$0.choices.isEmpty }
    }

    /// Adds the media of the steps.
    private func steps(_ section: ChoiceSection) -> ChoiceSection {
        let pairs = comparison.steps.filter(comparison.differs(step:))
        let choices = zip(section.choices, pairs).map { choice, pair in
            var choice = choice
            choice.pictures = (
                picture(pair.mine.map { comparison.mine.steps[$0].media }),
                picture(pair.theirs.map { comparison.theirs.steps[$0].media })
            )
            return choice
        }
        return ChoiceSection(heading: section.heading, choices: choices, same: section.same)
    }

    private func list(
        _ name: String, _ heading: String, _ pairs: [Comparison.Pair], _ differs: (Comparison.Pair) -> Bool,
        _ mine: (Int) -> String, _ theirs: (Int) -> String
    ) -> ChoiceSection {
        let choices = pairs.enumerated().filter { differs($0.element) }.map { number, pair in
            choice(
                "\(name)-\(number + 1)", "\(Text.dynamic("conflict.\(name)", language) ?? name) \(number + 1)",
                pair.mine.map(mine), pair.theirs.map(theirs), takesTheirs: pair.mine == nil)
        }
        let same = pairs.count - choices.count
        return ChoiceSection(
            heading: heading, choices: choices, same: same == 0 ? nil : Text.conflictSame(language, count: same))
    }

    private func choice(
        _ name: String, _ label: String, _ mine: String?, _ theirs: String?, takesTheirs: Bool = false
    ) -> TextChoice {
        let spans = WordDifference.spans(theirs ?? "", mine ?? "", effort: effort, work: work)
        return TextChoice(
            name: "pick-\(name)", label: label, mine: spans.filter { !$0.isRemoved && !$0.text.isEmpty },
            theirs: spans.filter { !$0.isAdded && !$0.text.isEmpty }, takesTheirs: takesTheirs)
    }

    private func picture(_ photo: String?) -> ResponsiveImage? {
        photo.flatMap { $0.isEmpty ? nil : ArticleBuilder.picture(photo: $0, revision: 0, alt: "") }
    }

    private func label(_ name: String) -> String { Text.dynamic("field.\(name)", language) ?? name }

    /// The name of a stored key, or the value itself.
    private func shown(_ name: String, _ value: String) -> String {
        switch name {
        case "category": catalogue.categoryName(value, language) ?? value
        case "cuisine": catalogue.cuisineName(value, language) ?? value
        case "difficulty": Text.dynamic("difficulty.\(value)", language) ?? value
        case "language": Text.dynamic("language.\(value)", language) ?? value
        case "text_licence": TextLicence(rawValue: value)?.name(language) ?? value
        default: value
        }
    }
}
