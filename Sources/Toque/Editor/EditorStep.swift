// The view data of a step in the editor: its text, its timer, and its media with their texts.

import Texts
import Words

struct EditorStep {
    let text: String
    let isTouched: Bool
    let file: Field
    let media: EditorMedia?
    let timer: Field
    /// The time on the button that sets the timer; empty if there is none to suggest.
    let offer: String

    var hasOffer: Bool { !offer.isEmpty }

    init(
        _ step: RecipeStep, number: Int, isTouched: Bool, _ errors: FieldErrors, _ video: VideoState?,
        _ language: Language
    ) {
        text = step.text
        self.isTouched = isTouched
        let name = RecipeStep.field("step_file", number)
        file = Field(
            name: name, label: Text.editorStepFile(language, number: String(number)), value: "", error: errors[name])
        media = step.hasMedia ? EditorMedia(step, number: number, errors, video, language) : nil
        let timerName = RecipeStep.field("step_timer", number)
        timer = Field(
            name: timerName, label: Text.editorTimer(language), value: step.timer.typed(language),
            error: errors[timerName], maxLength: RecipeLimits.typedTimer)
        offer = step.offeredTimer.map { Durations.text(seconds: $0, language) } ?? ""
    }
}

/// The media of a step, with their text fields.
struct EditorMedia {
    let number: Int
    /// The id of the picture or video as the form writes it.
    let name: String
    let isVideo: Bool
    let picture: ResponsiveImage?
    let video: VideoView?
    /// The progress of the video, until it is ready.
    let progress: String?
    /// The address from which the script gets the progress.
    let progressAddress: String?
    let alt: Field
    let subtitles: [Field]

    var hasWrongSubtitles: Bool { subtitles.contains(where: \.isWrong) }

    init(_ step: RecipeStep, number: Int, _ errors: FieldErrors, _ state: VideoState?, _ language: Language) {
        self.number = number
        name = step.mediaName
        isVideo = step.isVideo
        let isThere = state?.isReady ?? !step.isVideo
        picture = isThere && !step.isVideo ? ArticleBuilder.picture(photo: step.media, revision: 0, alt: step.alt) : nil
        video = isThere && step.isVideo ? VideoView(step, tracks: []) : nil
        progress = state?.text(language)
        progressAddress = isThere || state?.isRefused == true ? nil : Address.videoState(step.media)
        func field(_ name: String, _ label: String, _ value: String) -> Field {
            let name = RecipeStep.field(name, number)
            return Field(name: name, label: label, value: value, error: errors[name])
        }
        var alt = field("step_alt", Text.editorStepAlt(language), step.alt)
        alt.maxLength = RecipeLimits.alt
        self.alt = alt
        subtitles = Language.allCases.map { written in
            var field = field(
                "subtitles_\(written.rawValue)", Text.dynamic("editor.subtitles.\(written.rawValue)", language) ?? "",
                step.subtitles[written])
            field.rows = 4
            return field
        }
    }

    /// A template from which the script builds a step's fields.
    static func blank(_ language: Language) -> EditorMedia {
        var step = RecipeStep()
        step.isVideo = true
        return EditorMedia(step, number: 0, FieldErrors(), nil, language)
    }
}
