// The view data of the three decision forms, with what was typed.

import Bytes
import Texts
import Words

/// The three decision forms with what was typed.
struct DecisionForms {
    /// Whether the page shows everything that changes.
    let isApprovable: Bool
    let approveAddress: String
    let requestChangesAddress: String
    let rejectAddress: String
    let revision: String
    let sha256: String
    let base: String
    let takedown: String?
    let hiding: String?
    let fixable: [ReasonChoice]
    let terminal: [ReasonChoice]
    let approveMessage: String
    let changesMessage: String
    let rejectMessage: String
    let changesError: String?
    let rejectError: String?
    let approveMessageError: String?
    /// What has to be ticked off before approving.
    let flags: [FindingView]
    let flagsError: String?
    let changesMessageError: String?
    let rejectMessageError: String?
    let changesTemplates: TemplatePicker
    let rejectTemplates: TemplatePicker
    /// Whether something was typed into that form, so that it is shown open.
    let opensApprove: Bool
    let opensChanges: Bool
    let opensReject: Bool
    let isStrike: Bool
    let reference: Field
    /// Asks to decide although another moderator has claimed the submission; `nil` if nobody else has. Only browsers
    /// insist on the tick, because a claim blocks no decision.
    let claimQuestion: String?

    init(
        _ detail: SubmissionDetail, _ form: DecisionForm, _ body: RecipeBody, isApprovable: Bool, site: String,
        _ language: Language
    ) {
        let (submission, filter, written) = (detail.submission, detail.filter, detail.record.language)
        self.isApprovable = isApprovable
        flags = submission.findings.filter(\.kind.isSoft).map { FindingView($0, ticked: form.flags, body, language) }
        flagsError = form.flagsError
        approveAddress = filter.address(Address.approve(submission.id))
        requestChangesAddress = filter.address(Address.requestChanges(submission.id))
        rejectAddress = filter.address(Address.reject(submission.id))
        revision = String(submission.revisionID)
        sha256 = submission.sha256
        base = submission.liveRevisionID.map(String.init) ?? "0"
        takedown = submission.takenDownBy.map(String.init)
        hiding = submission.hiddenBy.map(String.init)
        func choices(_ reasons: [ModerationReason]) -> [ReasonChoice] {
            reasons.map { reason in
                ReasonChoice(
                    value: reason.rawValue,
                    label: Text.dynamic("reason.\(reason.rawValue)", language) ?? reason.rawValue,
                    template: reason.template(written), field: reason.fieldName(written) ?? "",
                    isChosen: form.reasons.contains(reason))
            }
        }
        let templates = detail.templates.map { TemplateChoice($0, detail.templateValues, chosen: form.template) }
        changesTemplates = TemplatePicker(id: "changes-template", choices: templates, written)
        rejectTemplates = TemplatePicker(id: "reject-template", choices: templates, written)
        fixable = choices(ModerationReason.fixable)
        terminal = choices(ModerationReason.terminal)
        func typed(_ kind: DecisionKind) -> String { form.kind == kind ? form.message : "" }
        approveMessage = typed(.approve)
        changesMessage = typed(.requestChanges)
        rejectMessage = typed(.reject)
        opensApprove = !approveMessage.isEmpty
        opensChanges = form.kind == .requestChanges
        opensReject = form.kind == .reject
        isStrike = form.isStrike
        let others = detail.claim.flatMap { $0.moderatorID == detail.viewer.id ? nil : $0.moderatorName }
        claimQuestion = others.map { Text.submissionClaimAnyway(language, name: $0) }
        // The pre-screen may know the recipe that the text resembles.
        let alike = submission.findings.first { $0.kind == .likeness }?.detail.split(bytes: " ").first
        let known = alike.flatMap { Int($0) }.map { site + Address.recipe($0) } ?? ""
        reference = Field(
            name: "reference", label: Text.submissionReference(language),
            value: form.kind == .reject ? form.reference : known, error: form.referenceError,
            help: Text.submissionReferenceHelp(language), maxLength: Policy.referenceLength)
        approveMessageError = form.kind == .approve ? form.messageError : nil
        changesError = form.kind == .requestChanges ? form.reasonError : nil
        rejectError = form.kind == .reject ? form.reasonError : nil
        changesMessageError = form.kind == .requestChanges ? form.messageError : nil
        rejectMessageError = form.kind == .reject ? form.messageError : nil
    }
}

/// A reason with the message that it suggests.
struct ReasonChoice {
    let value: String
    let label: String
    let template: String
    /// The name of the field that has to change; empty for terminal codes.
    let field: String
    let isChosen: Bool
}

extension Hint {
    func text(_ language: Language) -> String {
        switch self {
        case .unknownIngredient(let name): Text.hintUnknownIngredient(language, name: name)
        case .likelyIngredient(let name): Text.hintLikelyIngredient(language, name: name)
        case .unlisted(let found): found.text(language)
        case .notInDish(let names): Text.hintNotInDish(language, names: names)
        case .noPhoto: Text.hintNoPhoto(language)
        case .noCategory: Text.hintNoCategory(language)
        case .noTime: Text.hintNoTime(language)
        case .found(let finding): finding.words
        }
    }
}

/// What was typed and ticked for a decision that the page has no form for any more.
struct KeptDecision {
    let reasons: [String]
    let message: String
    let isStrike: Bool
    /// The form that fills in the same on the page of the newer text; `nil` if there is none.
    let carried: CarriedDecision?
    var hasReasons: Bool { !reasons.isEmpty }
    var hasMessage: Bool { !message.isEmpty }

    init?(_ form: DecisionForm, _ filter: QueueFilter, _ language: Language) {
        isStrike = form.isStrike
        carried = CarriedDecision(form, filter)
        reasons = form.reasons.map { Text.dynamic("reason.\($0.rawValue)", language) ?? $0.rawValue }
        message = form.wholeMessage
        if reasons.isEmpty && message.isEmpty { return nil }
    }
}

/// What was typed about a text, as hidden fields of a form that decides nothing yet.
struct CarriedDecision {
    let action: String
    let reasons: [String]
    let message: String
    let reference: String
    let isStrike: Bool

    init?(_ form: DecisionForm, _ filter: QueueFilter) {
        guard let newer = form.replacement, form.kind != .approve else { return nil }
        action = filter.address(form.kind == .reject ? Address.reject(newer) : Address.requestChanges(newer))
        (reasons, message) = (form.reasons.map(\.rawValue), form.message)
        (reference, isStrike) = (form.reference, form.isStrike)
    }
}

extension ModerationReason {
    /// The message that the reason suggests.
    func template(_ language: Language) -> String { Text.dynamic("reason.template.\(rawValue)", language) ?? "" }

    /// The name of the editor field that has to change.
    func fieldName(_ language: Language) -> String? {
        field.map { Text.dynamic("template.field.\($0)", language) ?? $0 }
    }
}
