// The responses to refused requests: what happened, what was kept, and where to go.

import Bytes
import Foundation
import HTML
import HTTP
import Texts
import Words

enum ErrorPages {
    static func response(_ error: SiteError, _ context: Context) -> Response {
        switch error {
        case .loginRequired:
            return Response.redirect(to: "\(Address.login())?next=\(Percent.encode(query: here(context)))")
        case .confirmationRequired:
            return Response.redirect(to: "\(Address.confirm())?next=\(Percent.encode(query: here(context)))")
        case .twoStepRequired: return context.redirect(to: Address.twoStep(), done: "two-step-required")
        case .longerPasswordRequired: return context.redirect(to: Address.password(), done: "password-short")
        case .leaving: return context.redirect(to: Address.leave())
        default: break
        }
        if error.reason == .suspended, let viewer = context.viewer, let until = viewer.suspendedUntil {
            return suspended(error.status, until: until, reason: viewer.suspensionReason, context)
        }
        var reason = error.reason?.text(context.language)
        if case .tooMany(.tooOften, let seconds) = error {
            reason = SiteError.wait(seconds, context.language)
            if context.request.method == .post { reason? += " " + Text.errorStillTyped(context.language) }
        }
        let typed = error.status == .forbidden && error.reason != .crossSite ? typedTexts(context) : []
        var response = page(
            error.status, reason: reason, isLicence: error.reason == .licence, typed: typed, context)
        if error.status == .unavailable { response.headers["Retry-After"] = "5" }
        if case .tooMany(_, let seconds) = error { response.headers["Retry-After"] = String(seconds) }
        return response
    }

    private static func suspended(_ status: Status, until: Int, reason: String, _ context: Context) -> Response {
        let language = context.language
        return page(
            status, reason: Text.errorSuspended(language, reason: reason, until: Dates.day(until, language)),
            shown: context.suspension, typed: typedTexts(context), context)
    }

    /// The page to return to after logging in: this one, or the one with the form.
    private static func here(_ context: Context) -> String {
        if [.get, .head].contains(context.request.method) { return context.request.target }
        return context.formPage ?? Address.home()
    }

    static func methodNotAllowed(_ methods: [Method], _ context: Context) -> Response {
        let known = Set(methods.map(\.rawValue)).union(methods.contains(.get) ? ["HEAD"] : []).union(["OPTIONS"])
        var response =
            context.request.method == .options
            ? Response(status: .noContent) : page(.methodNotAllowed, reason: nil, context)
        response.headers["Allow"] = known.sorted().joined(separator: ", ")
        return response
    }

    static func internalError(_ context: Context) -> Response {
        page(.internalError, reason: Text.errorRequest(context.language, id: context.requestID), context)
    }

    /// For a missing or expired form token: shows the form again with what was typed, to be sent again.
    static func formExpired(_ context: Context) -> Response {
        if context.wantsJSON { return page(.forbidden, reason: nil, context) }
        let language = context.language
        return keptForm(
            .forbidden, title: Text.formExpiredTitle(language), text: Text.formExpiredText(language), context)
    }

    /// For fields with more combining marks than any language uses: shows each with a message, to be checked and sent
    /// again.
    static func tooManyMarks(_ context: Context) -> Response {
        let language = context.language
        if context.wantsJSON { return page(.unprocessable, reason: Text.marksText(language), context) }
        return keptForm(.unprocessable, title: Text.marksTitle(language), text: Text.marksText(language), context)
    }

    /// A form that was refused, with everything typed except passwords and files.
    private static func keptForm(_ status: Status, title: String, text: String, _ context: Context) -> Response {
        let form = context.form
        let limited = Set(form.limited)
        let fields = form.fields.enumerated().filter { index, field in
            !limited.contains(index) && field.name != "csrf" && !field.name.contains(bytes: "password")
        }.map(\.element)
        let view = PendingFormPage(
            layout: context.layout(title: title, section: "", isListed: false), title: title, text: text,
            formToken: context.formToken, action: context.request.path,
            marked: form.limited.enumerated().map { number, index in
                let (name, value) = (form.fields[index].name, form.fields[index].value)
                return MarkedField(
                    number: String(number + 1), name: name, value: name.contains(bytes: "password") ? "" : value)
            },
            fields: fields.map { Choice(value: $0.value, label: $0.name) },
            hadPassword: context.form.fields.contains { $0.name.contains(bytes: "password") },
            hadFile: context.form.files.contains { !$0.file.content.isEmpty })
        return context.page(view, status: status)
    }

    private static let shortTexts: Set<String> = ["title", "tags", "name", "text"]

    /// What was typed in the form of a refused change, so that it can be copied: every field with several words, and those
    /// with a short text of its own, but no password.
    private static func typedTexts(_ context: Context) -> [String] {
        guard context.request.method == .post, !context.wantsJSON else { return [] }
        return context.form.fields.filter {
            let text = $0.value.typed
            return !$0.name.contains(bytes: "password") && (text.contains(bytes: " ") || text.contains(bytes: "\n"))
                || !text.isEmpty && shortTexts.contains($0.name)
        }.map(\.value)
    }

    /// `shown` is the reason as markup, with times in the reader's zone; programs get the text.
    static func page(
        _ status: Status, reason: String?, shown: HTML? = nil, isLicence: Bool = false, typed: [String] = [],
        _ context: Context
    ) -> Response {
        if context.wantsJSON {
            return (try? context.json(ErrorJSON(status, reason, context), status: status))
                ?? Response.text(status.reason, status: status)
        }
        let language = context.language
        let title = Text.dynamic("error.\(status.code)", language) ?? status.reason
        return context.page(
            ErrorPage(
                layout: context.layout(title: title, section: "", isListed: false), code: String(status.code),
                title: title,
                explanation: Text.dynamic("error.\(status.code).explanation", language) ?? "",
                reason: shown == nil ? reason : nil,
                shown: shown, isLicence: isLicence, typed: typed,
                report: context.bugReportAddress(request: context.requestID)),
            status: status)
    }
}

struct ErrorPage {
    let layout: Layout
    let code: String
    let title: String
    let explanation: String
    let reason: String?
    /// The reason, if it contains a time.
    let shown: HTML?
    /// Whether the publishing licence is missing: the page says how to get one.
    let isLicence: Bool
    /// The texts of the form that was refused.
    let typed: [String]
    /// The address of the bug report form, with the id of this request.
    let report: String
}

struct PendingFormPage {
    let layout: Layout
    let title: String
    let text: String
    let formToken: String
    let action: String
    let marked: [MarkedField]
    /// Every other field as typed: `label` is its name.
    let fields: [Choice]
    let hadPassword: Bool
    let hadFile: Bool
}

/// A field from which some marks were removed, for the user to change.
struct MarkedField {
    let number: String
    let name: String
    let value: String
}

/// Pages that need no rendering, for when that fails and for input that is not an HTTP request.
enum StaticPages {
    static func page(_ status: Status, request: String? = nil) -> Response {
        let number = request.map { " · <code>\($0)</code>" } ?? ""
        let title = "\(status.code) \(status.reason)"
        var response = Response.html(
            """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>\(title)</title>
            <h1>\(title)</h1><p>Nothing you saved is lost. <a href="/">Back to the start</a>
            · <a href="/bugs/new">Report this</a>\(number)</p></html>

            """, status: status)
        SecureHeaders.add(to: &response)
        return response
    }
}
