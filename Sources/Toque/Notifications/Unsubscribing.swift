// Turning emails off from the email itself, without logging in (RFC 8058).

import Database
import HTTP
import Texts
import Words

enum Unsubscribing {
    /// Shows a button and changes nothing, because programs that check emails open every link.
    static func show(_ context: Context) async throws -> Response {
        let (user, topic) = try subscription(context)
        guard try AccountStore(context.reader).role(user) != nil else { throw SiteError.notFound }
        return page(topic, isDone: false, context)
    }

    /// Turns the emails of the topic off. The answer is the page itself: mail programs do not follow redirects.
    static func save(_ context: Context) async throws -> Response {
        let (user, topic) = try subscription(context)
        try await context.site.writer.write { db in
            guard try AccountStore(db).role(user) != nil else { throw SiteError.notFound }
            var preferences = try PreferenceStore(db).preferences(of: user)
            preferences.unsubscribe(from: topic)
            try PreferenceStore(db).save(preferences, user: user)
        }
        return page(topic, isDone: true, context)
    }

    private static func subscription(_ context: Context) throws -> (user: Int, topic: MailTopic) {
        guard let found = context.site.mailer.subscription(token: context.parameters["token"] ?? "") else {
            throw SiteError.notFound
        }
        return found
    }

    private static func page(_ topic: MailTopic, isDone: Bool, _ context: Context) -> Response {
        let language = context.language
        return context.page(
            UnsubscribePage(
                layout: context.layout(
                    title: Text.unsubscribeTitle(language), section: "notifications", isListed: false),
                formToken: context.formToken, action: context.request.path,
                topic: Text.dynamic("notifications.topic.\(topic.rawValue)", language) ?? "", isDone: isDone))
    }
}

struct UnsubscribePage {
    let layout: Layout
    let formToken: String
    let action: String
    let topic: String
    let isDone: Bool
}
