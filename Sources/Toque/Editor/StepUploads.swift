// Receives the pictures and videos of the editor's steps. They are stored before the form is checked, so that an error
// elsewhere does not lose them.

import HTTP
import Texts
import Words

struct StepUploads: Sendable {
    /// The steps whose media differ from the submitted form, by step number.
    private(set) var steps: [Int: RecipeStep] = [:]
    /// The steps whose media were uploaded with this form.
    private(set) var added: [(number: Int, step: RecipeStep)] = []
    /// Error messages by step number.
    private(set) var problems: [(number: Int, message: String)] = []
    /// The number of files that were read, including those that were refused.
    private var tried = 0

    /// Stores the uploaded files, including the recipe's photo, and checks who owns the media that the form refers to.
    /// Files of steps take the member's turn, as imports do, so that nobody uses all threads for videos.
    static func receive(_ context: Context) async throws {
        context.upload = try await PhotoUpload.receive(context)
        var uploads = StepUploads()
        let (named, owner) = (RecipeForm.steps(context.form, [:]), try context.member().id)
        let own = try VideoStore(context.reader).own(
            Set(named.map(\.media)).subtracting([""]).sorted(), owner: owner)
        let files = named.indices.map { index in
            context.form.file(RecipeStep.field("step_file", index + 1)).flatMap { $0.content.isEmpty ? nil : $0 }
        }
        let hasFiles = files.contains { $0 != nil }
        let hasTurn = hasFiles ? await context.site.importTurns.wait(owner) : false
        defer { if hasTurn { context.site.importTurns.end(owner) } }
        for (index, step) in named.enumerated() {
            if files[index] != nil, !hasTurn {
                uploads.problems.append((index + 1, Text.importBusy(context.language)))
            } else if let file = files[index] {
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
            if isOneMore && !old.hasMedia || tried >= RecipeLimits.media { throw MediaRefusal.tooMany }
            tried += 1
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

    /// Checks that earlier media belong to the member and are of the kind that the form says.
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
    /// The pictures and videos uploaded with the editor's form.
    var stepUploads: StepUploads {
        get { self[default: StepUploads()] }
        set { self[default: StepUploads()] = newValue }
    }

    /// Adds the upload errors at the fields of the form as it is shown again, without its empty steps unless
    /// `keepsEmpty` is set.
    func addUploadErrors(to errors: inout FieldErrors, keepsEmpty: Bool = false) {
        if let error = upload.error { errors.add("photo", error) }
        let all = RecipeForm.steps(form, stepUploads.steps)
        for (number, message) in stepUploads.problems {
            let place = keepsEmpty ? number : max(1, all.prefix(number).count { !$0.isEmpty })
            errors.add(RecipeStep.field("step_file", place), message)
        }
    }
}
