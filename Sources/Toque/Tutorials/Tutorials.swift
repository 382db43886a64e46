// Handlers for tutorials: the list with its search, a tutorial, and the subtitles of its video.

import Bytes
import Database
import HTTP
import Texts
import Words

enum Tutorials {
    static func list(_ context: Context) async throws -> Response {
        let tutorials = try context.site.tutorials.current(context.reader)
        let typed = (context.request.query["q"] ?? "").trimmed.cut(to: TutorialRules.searchLength)
        let found = typed.isEmpty ? tutorials.all : tutorials.search(typed)
        if context.wantsJSON { return try context.json(TutorialsJSON(found, context.language)) }
        let states = try VideoStore(context.reader).states(found.compactMap(\.video))
        return context.page(TutorialsPage(found, states, typed: typed, context))
    }

    static func show(_ context: Context) async throws -> Response {
        let tutorial = try tutorial(context)
        guard context.parameters["tutorial"] == tutorial.segment else {
            return Response.redirect(.movedPermanently, to: tutorial.address)
        }
        if context.wantsJSON { return try context.json(TutorialJSON(tutorial, context.language, isWhole: true)) }
        let states = try tutorial.video.map { try VideoStore(context.reader).states([$0]) } ?? [:]
        let isStill =
            switch context.request.query["motion"] {
            case "off": true
            case "on": false
            default: try context.reading().mediaPreferences.loadsOnTap
            }
        return context.page(TutorialPage(tutorial, states, isStill: isStill, context))
    }

    /// The captions of a language, as a file for the video.
    static func captions(_ context: Context) async throws -> Response {
        let tutorial = try tutorial(context)
        let name = context.parameters["file"] ?? ""
        guard let language = Language.allCases.first(where: { name == "\($0.rawValue).vtt" }),
            let captions = tutorial.texts[language]?.captions, !captions.isEmpty
        else { throw SiteError.notFound }
        var response = Response(body: .bytes(Array((captions + "\n").utf8)))
        response.headers["Content-Type"] = "text/vtt; charset=utf-8"
        response.headers["Content-Security-Policy"] = SecureHeaders.inert
        response.headers["Cache-Control"] = "no-cache"
        return response
    }

    /// A published tutorial, or for admins any.
    private static func tutorial(_ context: Context) throws -> Tutorial {
        guard let id = Slug.id(context.parameters["tutorial"] ?? "") else { throw SiteError.notFound }
        if let known = try context.site.tutorials.current(context.reader)[id] { return known }
        guard context.viewer?.isAdmin == true, let hidden = try TutorialStore(context.reader).tutorial(id) else {
            throw SiteError.notFound
        }
        return hidden
    }
}

/// The animation of a tutorial. With the fragment `still` the file shows a picture that does not move.
struct TutorialDrawing {
    let address: String
    /// The picture that does not move, for readers whose system asks for less motion.
    let still: String
    let alt: String

    /// `nil` if the tutorial has none.
    init?(_ tutorial: Tutorial, isStill: Bool, _ context: Context) {
        if tutorial.drawing.isEmpty { return nil }
        let file = context.site.assets.address("tutorial-\(tutorial.drawing).svg")
        still = file + "#still"
        address = isStill ? still : file
        alt = Text.tutorialDrawing(context.language, title: tutorial.text(context.language).text.title)
    }
}

/// A tutorial in the list.
struct TutorialCard {
    let title: String
    let summary: String
    let language: String
    let address: String
    let drawing: TutorialDrawing?
    let poster: String?

    init(_ tutorial: Tutorial, _ states: [String: VideoState], _ context: Context) {
        let (text, written) = tutorial.text(context.language)
        (title, summary, language, address) = (text.title, text.summary, written.rawValue, tutorial.address)
        poster = tutorial.video.flatMap { states[$0]?.isReady == true ? Address.media($0, "640.jpg") : nil }
        drawing = poster == nil ? TutorialDrawing(tutorial, isStill: true, context) : nil
    }
}

struct TutorialsPage {
    let layout: Layout
    let typed: String
    /// "3 tutorials"
    let count: String?
    let cards: [TutorialCard]
    let isAdmin: Bool

    init(_ found: [Tutorial], _ states: [String: VideoState], typed: String, _ context: Context) {
        let language = context.language
        layout = context.layout(
            title: Text.tutorialsTitle(language), section: "tutorials", description: Text.tutorialsLead(language),
            canonical: Address.tutorials(), isListed: typed.isEmpty)
        self.typed = typed
        count = typed.isEmpty || found.isEmpty ? nil : Text.tutorialsCount(language, count: found.count)
        cards = found.map { TutorialCard($0, states, context) }
        isAdmin = context.viewer?.isAdmin ?? false
    }
}

/// The video of a tutorial.
struct TutorialVideo {
    struct Track {
        let address: String
        let language: String
        let label: String
        let isDefault: Bool
    }

    let address: String
    let poster: String
    let tracks: [Track]

    init(_ video: String, _ tutorial: Tutorial, _ reader: Language) {
        address = Address.media(video, StepMedia.video)
        poster = Address.media(video, "640.jpg")
        let written = ([reader] + Language.allCases.filter { $0 != reader }).filter {
            !(tutorial.texts[$0]?.captions ?? "").isEmpty
        }
        tracks = written.map { language in
            Track(
                address: Address.tutorialCaptions(tutorial.segment, "\(language.rawValue).vtt"),
                language: language.rawValue,
                label: Text.dynamic("language.\(language.rawValue)", language) ?? language.rawValue,
                isDefault: language == written.first)
        }
    }
}

struct TutorialPage {
    let layout: Layout
    let title: String
    let summary: String
    /// The language of the texts, if it is not that of the page; empty otherwise.
    let textLanguage: String
    let steps: [String]
    let cues: [Caption]
    let drawing: TutorialDrawing?
    let isStill: Bool
    /// The link that stops the animation or starts it again.
    let other: String
    let video: TutorialVideo?
    /// Why its video is not shown, for admins.
    let note: String?
    let isPublished: Bool
    let editAddress: String?

    init(_ tutorial: Tutorial, _ states: [String: VideoState], isStill: Bool, _ context: Context) {
        let language = context.language
        let (text, written) = tutorial.text(language)
        layout = context.layout(
            title: text.title, section: "tutorials", description: text.summary, canonical: tutorial.address,
            isListed: tutorial.isPublished)
        (title, summary, textLanguage) = (text.title, text.summary, written.rawValue)
        (steps, cues) = (text.steps.lines.map(\.trimmed).filter { !$0.isEmpty }, text.cues)
        let shown = tutorial.video.flatMap { states[$0]?.isReady == true ? $0 : nil }
        video = shown.map { TutorialVideo($0, tutorial, language) }
        let isAdmin = context.viewer?.isAdmin ?? false
        note = isAdmin ? tutorial.video.flatMap { states[$0]?.text(language) } : nil
        self.isStill = isStill
        drawing = shown == nil ? TutorialDrawing(tutorial, isStill: isStill, context) : nil
        other = tutorial.address + (isStill ? "?motion=on" : "?motion=off")
        isPublished = tutorial.isPublished
        editAddress = isAdmin ? Address.adminTutorial(tutorial.id) : nil
    }
}

struct TutorialsJSON: Encodable {
    let total: Int
    /// Always 1: the list is not cut into pages.
    let page = 1
    let items: [TutorialJSON]

    init(_ tutorials: [Tutorial], _ language: Language) {
        total = tutorials.count
        items = tutorials.map { TutorialJSON($0, language) }
    }
}

/// A tutorial as JSON, in the reader's language if it has one in it. In a list it has no steps and captions, which may
/// be long.
struct TutorialJSON: Encodable {
    struct Cue: Encodable {
        let time: String
        let text: String
    }

    let id: Int
    let address: String
    let language: String
    let title: String
    let summary: String
    let techniques: [String]
    let steps: [String]?
    let captions: [Cue]?

    init(_ tutorial: Tutorial, _ reader: Language, isWhole: Bool = false) {
        let (text, written) = tutorial.text(reader)
        (id, address, language) = (tutorial.id, tutorial.address, written.rawValue)
        (title, summary, techniques) = (text.title, text.summary, text.phrases)
        steps = isWhole ? text.steps.lines.map(\.trimmed).filter { !$0.isEmpty } : nil
        captions = isWhole ? text.cues.map { Cue(time: $0.time, text: $0.text) } : nil
    }
}
