// Lists all personal data in the database, table by table and column by column: what an archive contains, what it
// leaves out and why, and what an erasure deletes. A test compares the list with the schema, so that each new table or
// column needs a decision.

import Database

/// A table with rows that belong to one user.
struct PersonalTable: Sendable {
    /// What an erasure does with the rows.
    enum End: Sendable {
        case deleted
        /// `ErasureStore` decides which rows and columns stay.
        case treated
    }

    let name: String
    /// The name of its file in an archive; `nil` if every column is left out.
    let file: String?
    let columns: [String]
    /// Columns that an archive leaves out, with the reason.
    var leftOut: [String: String] = [:]
    /// SQL expressions exported besides the columns, such as the names that ids refer to; `{user}` is the user's id.
    var shown: [String] = []
    let end: End
    /// The condition for the rows of a user.
    let whose: @Sendable (Int) -> SQL
}

enum PersonalData {
    static let secret = "it proves who somebody is, and only its hash or sealed form is here"
    static let derived = "derived from what is exported"
    static let own = "the person's own number"
    static let another = "somebody else's number"

    static let tables: [PersonalTable] =
        account + lists + cooking + reviews + imports + sharing + recipes + reporting + opinions + moderation + rest

    /// The condition for a user's bug reports, for the archive and the erasure.
    static func reports(_ user: Int) -> SQL { rows(of: "bug_report", user) }

    /// The condition for a user's emails.
    static func mails(_ user: Int) -> SQL { rows(of: "outbox", user) }

    private static func rows(of name: String, _ user: Int) -> SQL {
        guard let table = tables.first(where: { $0.name == name }) else { preconditionFailure("no table \(name)") }
        return table.whose(user)
    }

    /// Rows are deleted in this order: rows that are found through a session must go before the sessions.
    private static let account: [PersonalTable] = [
        PersonalTable(
            name: "user", file: "account",
            columns: [
                "id", "username", "display_name", "email", "email_confirmed_at", "role", "language", "theme",
                "suspended_until",
                "suspension_reason", "created_at",
            ],
            leftOut: [
                "username_key": derived, "username_likeness": derived, "display_key": derived, "email_key": derived,
                "password_hash": secret,
                "has_long_password": "whether the password is long",
                "totp_secret": secret,
                "totp_pending": secret, "totp_step": "a counter of codes", "code_failures": "a counter of codes",
                "code_failures_since": "a counter of codes", "erased_at": "empty while somebody can ask",
            ], end: .treated
        ) { "id = \($0)" },
        PersonalTable(
            name: "leaving", file: "leaving",
            columns: ["username", "display_name", "asked_at", "erase_at", "withdraws", "reason"],
            leftOut: ["user_id": own, "begun_at": "empty while somebody can ask", "recipe_cursor": "a counter"],
            end: .treated
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "provider_request", file: nil, columns: [],
            leftOut: Dictionary(
                uniqueKeysWithValues: [
                    "state_hash", "provider", "purpose", "session_id", "next", "began_at", "expires_at",
                ].map { ($0, "on the way to a provider, for ten minutes") }), end: .deleted
        ) { "session_id IN (SELECT id FROM session WHERE user_id = \($0))" },
        PersonalTable(
            name: "session", file: "sessions",
            columns: [
                "created_at", "expires_at", "ends_at", "last_seen_at", "verified_at", "is_kept", "is_by_link",
                "awaits_code", "browser", "network",
            ], leftOut: ["id": secret, "secret_hash": secret, "user_id": own], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "sign_in_link", file: "sign-in-links", columns: ["expires_at"],
            leftOut: ["token_hash": secret, "user_id": own], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "account_link", file: "links", columns: ["purpose", "email", "expires_at"],
            leftOut: ["token_hash": secret, "user_id": own, "account_state": secret], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "recovery_code", file: nil, columns: [], leftOut: ["user_id": own, "code_hash": secret],
            end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "provider_link", file: "providers",
            columns: ["issuer", "subject", "email", "name", "picture", "linked_at", "last_used_at"],
            leftOut: ["id": "a number", "user_id": own], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "licence_grant", file: "licences",
            columns: ["until", "note", "granted_at", "revoked_at", "revoke_reason", "given_up"],
            leftOut: ["id": "a number", "user_id": own, "granted_by": another], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "licence_request", file: "licence-requests",
            columns: ["text", "asked_at", "state", "answer", "answered_at"],
            leftOut: ["id": "a number", "user_id": own, "answered_by": another], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "profile", file: "profile", columns: ["first_name", "last_name", "phone", "bio", "photo_id"],
            leftOut: ["user_id": own], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "preferences", file: "preferences",
            columns: ["diets", "allergens", "max_minutes", "goals", "units", "switches", "mail_frequency"],
            leftOut: ["user_id": own], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "disliked_ingredient", file: "disliked-ingredients", columns: ["ingredient_id"],
            leftOut: ["user_id": own, "copied_by": "a number"],
            shown: ["(SELECT name_en FROM ingredient WHERE id = ingredient_id) AS name"], end: .deleted
        ) { "user_id = \($0)" },
    ]

    private static let recipes: [PersonalTable] = [
        PersonalTable(
            name: "draft", file: "drafts",
            columns: ["id", "recipe_id", "version", "fields", "photo_id", "updated_at"],
            leftOut: ["author_id": own, "window": "a random name of a window of the browser"], end: .deleted
        ) { "author_id = \($0)" },
        PersonalTable(
            name: "recipe", file: "recipes",
            columns: [
                "id", "version", "head_revision_id", "live_revision_id", "origin", "published_at", "created_at",
                "updated_at", "deleted_at", "taken_down_by", "deleted_by", "hidden_by",
                "unpublished_at",
            ],
            leftOut: [
                "author_id": own, "form_sha256": "a digest of the form that it came from", "state": derived,
                "shown_revision_id": derived,
            ], end: .treated
        ) { "author_id = \($0)" },
        PersonalTable(
            name: "revision", file: "texts",
            columns: ["id", "recipe_id", "n", "title", "slug", "photo_id", "body", "sha256", "created_at"],
            leftOut: ["author_id": own], end: .treated
        ) { "author_id = \($0)" },
        PersonalTable(
            name: "photo", file: "pictures", columns: ["id", "width", "height", "widths", "bytes", "created_at"],
            leftOut: ["owner_id": own], end: .treated
        ) { "owner_id = \($0)" },
        PersonalTable(
            name: "video", file: "videos",
            columns: ["photo_id", "format", "milliseconds", "state", "progress", "problem"],
            leftOut: ["tries": "a counter"], end: .treated
        ) { "photo_id IN (SELECT id FROM photo WHERE owner_id = \($0))" },
        PersonalTable(
            name: "revision_media", file: nil, columns: [],
            leftOut: ["photo_id": derived, "revision_id": derived], end: .treated
        ) { "revision_id IN (SELECT id FROM revision WHERE author_id = \($0))" },
        PersonalTable(
            name: "revision_lines", file: nil, columns: [],
            leftOut: ["revision_id": derived, "lines": derived, "edition": derived], end: .treated
        ) { "revision_id IN (SELECT id FROM revision WHERE author_id = \($0))" },
        PersonalTable(
            name: "revision_use", file: nil, columns: [],
            leftOut: Dictionary(
                uniqueKeysWithValues: ["kind", "key", "recipe_id", "revision_id", "times"].map { ($0, derived) }),
            end: .treated
        ) { "revision_id IN (SELECT id FROM revision WHERE author_id = \($0))" },
        PersonalTable(
            name: "draft_media", file: nil, columns: [],
            leftOut: ["photo_id": derived, "draft_id": derived], end: .deleted
        ) { "draft_id IN (SELECT id FROM draft WHERE author_id = \($0))" },
        PersonalTable(
            name: "public_recipe", file: nil, columns: [],
            leftOut: Dictionary(
                uniqueKeysWithValues: [
                    "recipe_id", "revision_id", "author_id", "title", "title_key", "slug", "language", "category_id",
                    "cuisine_id", "total_minutes", "photo_id", "published_at", "diet_yes", "diet_no", "allergen_yes",
                    "allergen_no", "reasons", "unknown_lines", "diet_up_to_labels", "allergen_up_to_labels",
                    "claims",
                ].map { ($0, derived) }), end: .treated
        ) { "author_id = \($0)" },
    ]

    private static let imports: [PersonalTable] = [
        PersonalTable(
            name: "recipe_import_item", file: "imported-recipes",
            columns: ["import_id", "n", "body", "origin", "written", "notes"],
            leftOut: ["title": derived, "line_count": derived, "step_count": derived, "note_count": derived],
            end: .deleted
        ) { "import_id IN (SELECT id FROM recipe_import WHERE user_id = \($0))" },
        PersonalTable(
            name: "recipe_import", file: "imports", columns: ["id", "name", "document", "unread", "created_at"],
            leftOut: ["user_id": own], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "imported_text", file: "imported-texts",
            columns: ["recipe_id", "origin", "imported_at", "may_publish_at"], end: .deleted
        ) { "recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
    ]

    private static let moderation: [PersonalTable] = [
        PersonalTable(
            name: "moderation_case", file: "cases", columns: ["id", "recipe_id", "opened_at"], end: .treated
        ) { "recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "submission", file: "submissions",
            columns: [
                "id", "case_id", "recipe_id", "revision_id", "base_revision_id", "round", "state", "version",
                "queued_at", "due_at", "hints", "language", "replaced_by", "reopens",
            ], leftOut: ["returns_to": another], end: .treated
        ) { "recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "claim", file: "claims", columns: ["submission_id", "expires_at"], leftOut: ["moderator_id": own],
            end: .deleted
        ) { "moderator_id = \($0)" },
        // Only what a moderator wrote: nobody writes notes on their own recipe, and authors get none.
        PersonalTable(
            name: "case_note", file: "notes-on-cases", columns: ["id", "case_id", "text", "created_at"],
            leftOut: ["by_id": own], end: .treated
        ) { "by_id = \($0)" },
        PersonalTable(
            name: "assignment", file: "assignments", columns: ["submission_id", "assigned_at"],
            leftOut: ["moderator_id": own], end: .deleted
        ) { "moderator_id = \($0)" },
        PersonalTable(
            name: "queue_view", file: "queue-views", columns: ["name", "query", "created_at", "deleted_at"],
            leftOut: ["id": "a number", "user_id": own], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "decision", file: "decisions",
            columns: [
                "id", "submission_id", "recipe_id", "revision_id", "kind", "reasons", "message", "seen_sha256",
                "policy_version", "decided_at", "is_automatic",
            ],
            leftOut: [
                "by_id": "authors are not told who decided", "second_by_id": "authors are not told who decided",
            ], end: .treated
        ) { "by_id = \($0) OR recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "diet_override", file: "diets-set-by-moderators",
            columns: ["id", "recipe_id", "subject", "fact", "derived", "reason", "set_at", "ended_at", "ended"],
            leftOut: ["ingredients_sha256": "a hash", "by_id": "authors are not told who set it"], end: .treated
        ) { "by_id = \($0) OR recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "recipe_change", file: "changes-by-admins",
            columns: ["id", "deed", "reason", "rule", "created_at", "applied_at"],
            leftOut: [
                "by_id": "authors are not told who did it", "undoes_id": "a number", "beyond": "a counter",
            ], end: .treated
        ) {
            """
            by_id = \($0) OR applied_at IS NOT NULL
                AND id IN (SELECT w.change_id FROM recipe r JOIN recipe_change_row w ON w.recipe_id = r.id
                    WHERE r.author_id = \($0) AND w.outcome = 'done')
            """
        },
        PersonalTable(
            name: "recipe_change_row", file: "recipes-changed-by-admins",
            columns: ["change_id", "recipe_id", "value", "before", "outcome"],
            leftOut: ["shown_revision_id": "the text that an administrator looked at, as a number"], end: .treated
        ) { "outcome = 'done' AND recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "recipe_term", file: "recipes-filed-by-admins",
            columns: ["recipe_id", "kind", "written", "value", "change_id"], end: .treated
        ) { "recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "notification", file: "notifications",
            columns: ["kind", "subject_id", "titles", "amount", "until", "created_at", "seen_at", "is_on_site"],
            leftOut: [
                "id": "a number", "user_id": own, "event": "a name that prevents a second one",
                "awaits_digest": "whether an email waits",
            ], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "audit", file: "log",
            columns: ["id", "at", "action", "object", "object_id", "from_state", "to_state", "detail"],
            leftOut: [
                "actor_id": another, "actor_name": another, "previous": "a hash", "hash": "a hash",
                "redacted_for": another, "network": "shown where no other person did it",
            ], shown: ["iif(coalesce(actor_id, {user}) = {user}, network, '') AS network"], end: .treated
        ) { "actor_id = \($0) OR (object = 'user' AND object_id = \($0))" },
    ]

    private static let rest: [PersonalTable] = [
        PersonalTable(
            name: "bug_report", file: "bug-reports",
            columns: [
                "id", "page", "request", "browser", "what", "expected", "contact", "language", "screenshot",
                "state", "duplicate_of", "answer", "version", "created_at", "changed_at",
            ], leftOut: ["reporter_id": own, "token_hash": secret], end: .treated
        ) { "reporter_id = \($0) OR (reporter_id IS NULL AND lower(contact) = \(sql: confirmedAddress($0)))" },
        PersonalTable(
            name: "outbox", file: "mails",
            columns: [
                "kind", "recipient", "language", "subject", "state", "created_at", "tries", "last_error", "sent_at",
            ],
            leftOut: [
                "id": "a number", "user_id": own, "text": "it came by mail, and goes when it is sent",
                "html": "as the text", "seal": secret, "next_try_at": "a timer", "give_up_at": "a timer",
                "event": "the event of the notification, which has it",
            ], end: .deleted
        ) { "user_id = \($0) OR (user_id IS NULL AND lower(recipient) = \(sql: confirmedAddress($0)))" },
        PersonalTable(
            name: "reset_request", file: "reset-requests", columns: ["login", "asked_at"],
            leftOut: ["id": "a number"], end: .deleted
        ) { user in
            """
            login COLLATE NOCASE IN (SELECT username_key FROM user WHERE id = \(user)
                UNION SELECT email_key FROM user WHERE id = \(user))
            """
        },
        PersonalTable(
            name: "proposal", file: "proposals",
            columns: ["id", "kind", "name", "note", "state", "key", "reason", "created_at", "decided_at"],
            leftOut: ["proposer_id": own, "change_id": "a number"], end: .deleted
        ) { "proposer_id = \($0)" },
        PersonalTable(
            name: "catalogue_effect", file: nil, columns: [],
            leftOut: Dictionary(
                uniqueKeysWithValues: [
                    "change_id", "recipe_id", "diets_lost", "diets_gained", "free_lost", "free_gained", "held_lost",
                    "held_gained",
                ].map { ($0, derived) }), end: .deleted
        ) { "recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "catalogue_change", file: "catalogue-changes",
            columns: ["id", "kind", "subject", "state", "created_at", "applied_at"],
            leftOut: [
                "by_id": own, "undoes_id": "a number", "edition": "a counter", "cursor": "a counter",
                "total": "a counter", "calculated": "a counter",
            ], end: .treated
        ) { "by_id = \($0)" },
        PersonalTable(
            name: "data_export", file: "exports", columns: ["state", "percent", "size", "asked_at", "expires_at"],
            leftOut: ["user_id": own, "begun": "a counter"], end: .deleted
        ) { "user_id = \($0)" },
    ]

    /// Emails sent to an address, and reports with it, belong to the account that confirmed the address, not to one
    /// that merely registered with it.
    private static func confirmedAddress(_ user: Int) -> SQL {
        "(SELECT email_key FROM user WHERE id = \(user) AND email_confirmed_at IS NOT NULL)"
    }

    /// Tables without personal data, and why an archive can leave them out.
    static let others: [String: String] = [
        "recipe_rating": derived,
        "derivation": derived, "starter_entry": "the catalogue",
        "catalogue_change_row": "the catalogue", "catalogue_change_refusal": "the catalogue",
        "public_recipe_ingredient": derived, "public_recipe_unknown_word": derived,
        "public_recipe_tag": derived, "public_recipe_likeness": derived, "recipe_needs": derived,
        "recipe_text": derived, "search_change": derived, "search_snapshot": derived,
        "recipe_word": derived,
        "aisle": "the catalogue", "category": "the catalogue", "cuisine": "the catalogue", "unit": "the catalogue",
        "nutrition": "the catalogue", "ingredient": "the catalogue", "ingredient_portion": "the catalogue",
        "ingredient_part": "the catalogue",
        "provider_arrival": "of people who have no account yet, for minutes", "edition": "counters of the site",
        "blocked_word": "a list of the site", "backup_run": "what holds for the whole site",
        "message_template": "what moderators keep",
        "tutorial": "what admins keep", "tutorial_text": "what admins keep",
        "tutorial_undo": "what admins keep", "site_page": "what admins keep",
        "webhook_event": "numbers of reports and errors, without people",
        "storage_day": "figures of the whole site, with numbers of members for the admins",
        "site_setting": "what holds for the whole site",
        "schema_migration": "the versions of the database", "error_kind": "errors of the site, without people",
        "site_day": "figures of the site, without people", "error_day": "errors of the site, without people",
        "error_sample": "errors of the site, without people",
    ]
}
