// Everything about a submission that moderators see besides its text, read once for the page and for JSON.

import Database
import HTTP
import Texts
import Words

struct SubmissionDetail {
    let submission: Submission
    let viewer: Viewer
    let filter: QueueFilter
    let rounds: [Round]
    let record: AuthorRecord
    let claim: Claim?
    let assigned: StaffName?
    let moderators: [StaffName]
    let templates: [MessageTemplate]
    /// The submission with its neighbours in the queue.
    let queue: [Submission]
    /// Empty on one's own recipe.
    let notes: [CaseNote]
    let timeline: [AuditRow]
    /// The names of those whom rows of the timeline assign, by their number.
    let assignees: [Int: String]

    var isOwn: Bool { submission.authorID == viewer.id }
    /// Whether another moderator has to decide, because the viewer reported the recipe.
    var hasReported: Bool { submission.reporterIDs.contains(viewer.id) }
    var isOpen: Bool { submission.state == .queued }
    var canDecide: Bool { isOpen && !isOwn && !hasReported }
    var templateValues: TemplateValues {
        TemplateValues(author: submission.author().name, recipe: submission.title)
    }

    init(_ submission: Submission, _ context: Context) throws {
        let (db, now) = (context.reader, context.now)
        self.submission = submission
        viewer = try context.member()
        filter = QueueFilter(context.request.query)
        rounds = try SubmissionStore(db).rounds(recipe: submission.recipeID)
        record = try AuthorRecordStore(db).record(submission.authorID, now: now)
        claim = try ClaimStore(db).live(submission.id, now: now)
        assigned = try AssignmentStore(db).assigned([submission.id])[submission.id].map {
            StaffName(id: $0.id, username: $0.name)
        }
        moderators = try AccountStore(db).moderators(now: now)
        templates = try MessageTemplateStore(db).all(first: record.language)
        queue = try SubmissionStore(db).around(submission, filter.condition(for: viewer.id, now: now))
        if submission.authorID == viewer.id {
            (notes, timeline, assignees) = ([], [], [:])
        } else {
            notes = try CaseNoteStore(db).notes(recipe: submission.recipeID)
            timeline = try CaseTimelineStore(db).rows(
                recipe: submission.recipeID, submissions: rounds.map(\.submissionID), for: viewer.id)
            assignees = try CaseTimelineStore(db).assignees(timeline)
        }
    }
}

/// The form that assigns a waiting submission, and who it is assigned to; `nil` on one's own recipe.
struct AssignmentForm {
    let action: String
    let submission: Int
    let filter: String
    let assignedTo: String?
    let moderators: ModeratorChoice
    /// The viewer, if another click assigns the submission to them.
    let own: String?

    init?(_ detail: SubmissionDetail, _ language: Language) {
        guard detail.canDecide else { return nil }
        action = Address.assignments()
        submission = detail.submission.id
        filter = detail.filter.encoded
        assignedTo = detail.assigned.map { Text.submissionAssigned(language, name: $0.username) }
        // Nobody decides on their own recipe, so nobody is assigned to it.
        let others = detail.moderators.filter { $0.id != detail.submission.authorID }
        moderators = ModeratorChoice(others, chosen: detail.assigned?.username ?? "", language)
        own = detail.assigned?.id == detail.viewer.id ? nil : detail.viewer.username
    }
}

/// Private notes and the timeline.
struct CaseView {
    let noteAddress: String
    let note: Field
    let notes: [CaseNoteView]
    let timeline: [TimelineEntry]

    init?(_ detail: SubmissionDetail, _ form: DecisionForm, _ language: Language) {
        if detail.isOwn { return nil }
        noteAddress = detail.filter.address(Address.caseNotes(detail.submission.id))
        note = Field(
            name: "text", label: Text.submissionNote(language), value: form.note, error: form.noteError,
            help: Text.submissionNoteHelp(language), isRequired: true, rows: 3)
        notes = detail.notes.map { CaseNoteView($0, language) }
        timeline = detail.timeline.map { TimelineEntry($0, detail.assignees, language) }
    }
}
