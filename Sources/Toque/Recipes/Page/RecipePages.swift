// Handlers for the recipe page, for readers and for its author.

import Database
import Food
import HTTP
import HTTPServer
import Texts
import Words

enum RecipePages {
    static func show(_ context: Context) async throws -> Response {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        let shown = ShownAmounts(context.request.query).query
        // One snapshot for several queries takes and releases the locks of the database once.
        let (catalogue, live, own) = try context.reader.readNow { reader in
            let live = try PublicRecipeStore(reader).head(id, now: context.now)
            // The recipe of another member needs no query.
            let mayOwn = live == nil || live?.author.id == context.viewer?.id
            let own = try context.viewer.flatMap { viewer in
                mayOwn ? try RecipeStore(reader).own(id, viewer: viewer.id) : nil
            }
            return (try context.site.catalogue.current(reader), live, own)
        }
        let suggestion = try await context.wantsJSON ? nil : SuggestionPanel(own, catalogue, context)
        if let live {
            let segment = Slug.segment(id, live.slug)
            guard context.parameters["recipe"] == segment else {
                return Response.redirect(.movedPermanently, to: Address.recipe(segment) + shown)
            }
            let page = try await respond(live, own: own, suggestion, catalogue, context)
            context.noteSeen(id)
            return page
        }
        guard let own else { return try await shared(id, context) }
        guard context.parameters["recipe"] == own.segment else {
            return Response.redirect(.movedPermanently, to: Address.recipe(own.segment) + shown)
        }
        let page = try await draft(own, suggestion, catalogue, context)
        context.noteSeen(id)
        return page
    }

    /// The text that its author shares with the viewer.
    private static func shared(_ id: Int, _ context: Context) async throws -> Response {
        guard let shared = try context.sharedText(id) else { throw SiteError.notFound }
        guard context.parameters["recipe"] == shared.segment else {
            let shown = ShownAmounts(context.request.query).query
            return Response.redirect(.movedPermanently, to: Address.recipe(shared.segment) + shown)
        }
        return try await SharedPages.page(shared, token: nil, context)
    }

    /// The author's latest text, while an older one is public.
    static func draft(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let own = try RecipeStore(context.reader).own(id, viewer: viewer.id)
        else { throw SiteError.notFound }
        let catalogue = try context.site.catalogue.current(context.reader)
        let suggestion = try await context.wantsJSON ? nil : SuggestionPanel(own, catalogue, context)
        return try await draft(own, suggestion, catalogue, context)
    }

    /// The public recipe without the rest of the page, for printing.
    static func printable(_ context: Context) async throws -> Response {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        guard let live = try PublicRecipeStore(context.reader).head(id, now: context.now) else {
            guard let shared = try context.sharedText(id) else { throw SiteError.notFound }
            return try await SharedPages.print(shared, token: nil, context)
        }
        let (catalogue, reading) = (try context.site.catalogue.current(context.reader), try context.reading())
        let article = try await article(live, catalogue, reading, canShop: false, context)
        return context.page(
            PrintPage(
                layout: context.layout(title: article.title, section: "recipes", isListed: false), article: article,
                address: Address.recipe(Slug.segment(id, live.slug)),
                avoided: AvoidedNote(reading.defaultFilters, live.diets, catalogue, context.language)))
    }

    /// The cached article, or else a new one, which a worker makes: for the longest texts it takes too long for an event
    /// loop.
    private static func article(
        _ live: PublicHead, _ catalogue: Catalogue, _ reading: DisplayPreferences, canShop: Bool, _ context: Context
    ) async throws -> RenderedArticle {
        let (shown, language, site) = (ShownAmounts(context.request.query), context.language, context.site)
        let tutorials = try context.site.tutorials.current(context.reader)
        var builder = context.articles(catalogue, shown.units ?? reading.units, reading.mediaPreferences)
        builder.tutorials = tutorials
        let address = Address.recipe(Slug.segment(live.recipeID, live.slug))
        let key = MarkupKey(
            revision: live.revisionID, language: language, units: builder.units,
            mediaPreferences: builder.mediaPreferences, canShop: canShop)
        let version = ArticleVersion(head: live, edition: catalogue.edition, tutorials: tutorials.edition)
        let isCached = shown.servings == nil && shown.wrong == nil
        if isCached, let known = site.articles.known(key, version) { return known }
        let recipe = try whole(live, context)
        let lengths = try VideoStore(context.reader).lengths(recipe.revision.body.videos)
        let render: @Sendable () -> RenderedArticle = { [builder] in
            var article = scaled(recipe, shown, builder, address)
            article.canShop = canShop
            article.isAdaptable = recipe.revision.body.licence?.allowsAdapting ?? false
            article.share = ShareLinks(
                site.settings.baseURL + address, title: article.title,
                photo: article.picture.jpeg.last?.address, square: Address.squarePicture(live.revisionID),
                icons: article.icons)
            return RenderedArticle(
                article, language,
                data: RecipeData(
                    recipe.revision, author: recipe.author, diets: recipe.diets, publishedAt: live.publishedAt,
                    catalogue: catalogue, site: site.settings.baseURL, milliseconds: lengths, rating: live.rating
                ).script)
        }
        return try await site.workers.run { isCached ? site.articles.value(key, version, make: render) : render() }
    }

    /// The recipe in the amounts that the address asks for, with the form that changes them.
    static func scaled(
        _ recipe: PublicRecipe, _ shown: ShownAmounts, _ builder: ArticleBuilder, _ address: String
    ) -> RecipeArticle {
        let written = recipe.revision
        let revision = written.scaled(to: shown.servings, builder.catalogue)
        var article = builder.article(
            revision, author: recipe.author, diets: recipe.diets, overrides: recipe.overrides)
        article.scaling = ScalingForm(written.body, shown, units: builder.units, address: address, builder.language)
        return article
    }

    private static func whole(_ live: PublicHead, _ context: Context) throws -> PublicRecipe {
        guard let recipe = try PublicRecipeStore(context.reader).recipe(live) else { throw SiteError.notFound }
        return recipe
    }

    private static func respond(
        _ live: PublicHead, own: OwnRecipe?, _ suggestion: SuggestionPanel?, _ catalogue: Catalogue, _ context: Context
    ) async throws -> Response {
        if context.wantsJSON {
            let recipe = try whole(live, context)
            var answer = try await context.site.workers.run {
                RecipeJSON(recipe.revision, recipe.author, recipe.diets, catalogue)
            }
            answer.overrides = recipe.overrides.map(DietOverrideJSON.init)
            answer.rate(live.rating)
            return try json(answer, own: own, context)
        }
        let reading = try context.reading()
        let article = try await article(live, catalogue, reading, canShop: context.viewer != nil, context)
        let (address, site) = (
            Address.recipe(Slug.segment(live.recipeID, live.slug)), context.site.settings.baseURL
        )
        var layout = context.layout(
            title: article.title, section: "recipes", description: article.description, canonical: address)
        layout.card = SharedCard(
            title: article.title, address: site + address,
            image: site + (article.photo ?? Address.previewPicture(live.revisionID)), isPhoto: article.photo != nil)
        let page = try context.reader.readNow { _ in
            try RecipePage(
                layout: layout, id: live.recipeID, shownServings: ShownAmounts(context.request.query).typed,
                heart: RecipeHeart(live.recipeID, article.title, context),
                article: article,
                ownerPanel: own.map { try OwnerPanel($0, showsLive: true, context) }, suggestion: suggestion,
                isPrivate: false,
                printAddress: Address.printRecipe(live.recipeID), files: RecipeLinks(live.recipeID),
                overrides: OverrideNote(live, isOwn: own != nil, context),
                timers: TimerDock(recipe: live.recipeID, title: article.title, reading, context),
                reviews: ReviewsPart(live, context),
                report: ReportForm(.recipe, live.recipeID, of: live.author.id, context),
                measureAddress: own == nil && context.viewer?.isModerator == true
                    ? Address.measureRecipe(live.recipeID) : nil,
                servings: context.site.assets.address("servings.js"),
                neighbours: context.site.assets.address("neighbours.js"),
                cook: CookLink(
                    live.recipeID, hasSteps: article.hasSteps, servings: ShownAmounts(context.request.query).servings,
                    context),
                avoided: AvoidedNote(reading.defaultFilters, live.diets, catalogue, context.language),
                adapting: own == nil ? AdaptingForm(live.recipeID, isAllowed: article.isAdaptable, context) : nil)
        }
        return context.page(page, status: ShownAmounts(context.request.query).status)
    }

    /// The recipe as JSON; its author also gets its state and all rounds.
    private static func json(_ recipe: RecipeJSON, own: OwnRecipe?, _ context: Context) throws -> Response {
        guard let own else { return try context.json(recipe) }
        let rounds = try SubmissionStore(context.reader).rounds(recipe: own.id)
        return try context.json(
            AuthorRecipeJSON(recipe: recipe, state: own.state.rawValue, rounds: rounds.map(RoundJSON.init)))
    }

    /// The author's private text; `sharing` is a form with a mistake.
    static func draft(
        _ own: OwnRecipe, _ suggestion: SuggestionPanel?, _ catalogue: Catalogue, _ context: Context,
        sharing: SentSharing? = nil
    ) async throws -> Response {
        let (head, author, language) = (own.head, try context.member().author, context.language)
        if context.wantsJSON {
            let answer = try await context.site.workers.run {
                RecipeJSON(head, author, catalogue.diets(of: head.body), catalogue)
            }
            return try json(answer, own: own, context)
        }
        let shown = ShownAmounts(context.request.query)
        let reading = try context.reading()
        var builder = context.articles(catalogue, shown.units ?? reading.units, reading.mediaPreferences)
        builder.tutorials = try context.site.tutorials.current(context.reader)
        builder.videos = try VideoStore(context.reader).states(head.body.videos)
        let address = context.request.path
        let (diets, article) = try await context.site.workers.run { [builder] () -> (DerivedDiets, RenderedArticle) in
            let diets = catalogue.diets(of: head.body)
            let recipe = PublicRecipe(revision: head, author: author, diets: diets)
            var text = scaled(recipe, shown, builder, address)
            text.canShop = true
            return (diets, RenderedArticle(text, language))
        }
        return context.page(
            RecipePage(
                layout: context.layout(title: article.title, section: "my-recipes", isListed: false), id: own.id,
                shownServings: shown.typed,
                heart: try RecipeHeart(own.id, article.title, context), article: article,
                ownerPanel: try OwnerPanel(own, showsLive: false, sharing: sharing, context), suggestion: suggestion,
                isPrivate: true,
                printAddress: nil, files: own.liveRevisionID == nil ? RecipeLinks(own.id) : nil, overrides: nil,
                timers: TimerDock(recipe: own.id, title: article.title, reading, context),
                reviews: nil, report: nil, measureAddress: nil, servings: context.site.assets.address("servings.js"),
                neighbours: context.site.assets.address("neighbours.js"),
                cook: own.liveRevisionID == nil
                    ? try CookLink(own.id, hasSteps: article.hasSteps, servings: shown.servings, context) : nil,
                avoided: AvoidedNote(reading.defaultFilters, diets, catalogue, context.language), adapting: nil),
            status: sharing == nil ? shown.status : .unprocessable)
    }
}

struct PrintPage {
    let layout: Layout
    let article: RenderedArticle
    let address: String
    /// The reader's own diets and allergens that the recipe does not suit.
    let avoided: AvoidedNote?
}

struct RecipePage {
    let layout: Layout
    let id: Int
    /// The servings that the address asks for; empty for those of the author.
    let shownServings: String
    let heart: RecipeHeart
    let article: RenderedArticle
    /// The author's panel; `nil` for everyone else.
    let ownerPanel: OwnerPanel?
    /// The text that a moderator suggests to the author.
    let suggestion: SuggestionPanel?
    let isPrivate: Bool
    /// The address of the printable page.
    let printAddress: String?
    /// The files of the text on this page.
    let files: RecipeLinks?
    /// For moderators and the author.
    let overrides: OverrideNote?
    let timers: TimerDock
    /// Of a public recipe.
    let reviews: ReviewsPart?
    /// For members who are not the author.
    let report: ReportForm?
    /// The page on which moderators hide the recipe or take it down.
    let measureAddress: String?
    /// The script that changes the servings.
    let servings: String
    /// The script that links to the previous and next recipe of a list.
    let neighbours: String
    /// The way to cook mode; `nil` where another text is cooked than the page shows.
    let cook: CookLink?
    /// The reader's own diets and allergens that the recipe does not suit.
    let avoided: AvoidedNote?
    /// For members who are not the author.
    let adapting: AdaptingForm?
}

/// The button that copies the recipe of another member, or why there is none.
struct AdaptingForm {
    /// `nil` if the licence of the text does not allow it.
    let action: String?
    let formToken: String

    init?(_ recipe: Int, isAllowed: Bool, _ context: Context) {
        if context.viewer == nil { return nil }
        action = isAllowed ? Address.copyRecipe(recipe) : nil
        formToken = context.formToken
    }
}

/// The note about diet overrides that moderators and the author see.
struct OverrideNote {
    /// The page where moderators set overrides; `nil` for the author.
    let address: String?
    /// The overrides that ended because the ingredients changed, within the last 30 days.
    let lapsed: [String]

    init?(_ live: PublicHead, isOwn: Bool, _ context: Context) throws {
        let isModerator = context.viewer?.isModerator ?? false
        guard isOwn || isModerator else { return nil }
        let language = context.language
        address = isModerator && !isOwn ? Address.recipeDiets(live.recipeID) : nil
        lapsed = try DietOverrideStore(context.reader).lapsed(live.recipeID, since: context.now - DietOverrides.told)
            .map {
                Text.overrideLapsed(
                    language, answer: $0.subject.answer($0.fact, language), at: Dates.day($0.at, language),
                    reason: $0.reason)
            }
        if address == nil, lapsed.isEmpty { return nil }
    }
}

/// The addresses of the recipe's files.
struct RecipeLinks {
    let data: String
    let cooklang: String

    init(_ recipe: Int) {
        data = Address.recipeData(recipe)
        cooklang = Address.recipeCooklang(recipe)
    }
}
