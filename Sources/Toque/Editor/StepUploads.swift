// What came for the steps of the editor's form: pictures and videos, stored before the rest is checked, so that no mistake
// loses them.

import HTTP
import Texts
import Words

struct StepUploads: Sendable {
    /// What steps show, by their numbers in the form, where that is not as the form has it.
    private(set) var steps: [Int: RecipeStep] = [:]
    /// Those that came along now.
    private(set) var added: [(number: Int, step: RecipeStep)] = []
    /// What is wrong, by the number of the step.
    private(set) var problems: [(number: Int, message: String)] = []

    /// Stores the form's files, the recipe's photo among them, and looks whose those are that it names from before.
    static func receive(_ context: Context) async throws {
        context.upload = try await PhotoUpload.receive(context)
        var uploads = StepUploads()
        let named = RecipeForm.steps(context.form, [:])
        let own = try VideoStore(context.reader).own(
            Set(named.map(\.media)).subtracting([""]).sorted(), owner: context.member().id)
        for (index, step) in named.enumerated() {
            if let file = context.form.file(RecipeStep.field("step_file", index + 1)), !file.content.isEmpty {
                let isOneMore = named.count(where: \.hasMedia) + uploads.added.count >= RecipeLimits.media
                try await uploads.take(file, instead: step, number: index + 1, isOneMore: isOneMore, context)
            } else if step.hasMedia {
                uploads.check(step, own[step.media], number: index + 1, context.language)
            }
        }
        context.stepUploads = uploads
    }

    private mutating func take(
        _ file: UploadedFile, instead old: RecipeStep, number: Int, isOneMore: Bool, _ context: Context
    ) async throws {
        do {
            if isOneMore, !old.hasMedia { throw MediaRefusal.tooMany }
            let stored = try await StepMedia.add(file.content, context)
            var step = RecipeStep()
            (step.media, step.isVideo, step.alt) = (stored.id, stored.isVideo, old.alt)
            steps[number] = step
            added.append((number, step))
        } catch {
            guard let key = MediaRefusal.key(error) else { throw error }
            problems.append((number, Text.dynamic("photo.error.\(key)", context.language) ?? key))
        }
    }

    /// What the form names from before has to be the member's own, and to be what it is named as.
    private mutating func check(_ step: RecipeStep, _ own: Int??, number: Int, _ language: Language) {
        guard let milliseconds = own else {
            steps[number] = step.bare
            return problems.append((number, Text.dynamic("photo.error.not-yours", language) ?? ""))
        }
        guard step.isVideo != (milliseconds != nil) else { return }
        var step = step
        step.isVideo = milliseconds != nil
        steps[number] = step
    }
}

extension Context {
    /// The pictures and videos that came with the editor's form.
    var stepUploads: StepUploads {
        get { self[default: StepUploads()] }
        set { self[default: StepUploads()] = newValue }
    }

    /// At the fields of the form as it is shown again, where empty steps are left out unless they are kept.
    func addUploadErrors(to errors: inout FieldErrors, keepsEmpty: Bool = false) {
        if let error = upload.error { errors.add("photo", error) }
        let all = RecipeForm.steps(form, stepUploads.steps)
        for (number, message) in stepUploads.problems {
            let place = keepsEmpty ? number : max(1, all.prefix(number).count { !$0.isEmpty })
            errors.add(RecipeStep.field("step_file", place), message)
        }
    }
}
