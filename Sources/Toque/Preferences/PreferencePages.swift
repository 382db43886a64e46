// The preferences page, and the page after registration with its first part, which can be skipped.

import Database
import Food
import HTTP
import Texts
import Words

enum PreferencePages {
    static func show(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let store = PreferenceStore(context.reader)
        let preferences = try store.preferences(of: viewer.id)
        let likes = LikesForm(
            try store.taste(of: viewer.id), try context.site.catalogue.current(context.reader), context.language)
        if context.wantsJSON { return try context.json(PreferencesJSON(preferences, likes, context.appearance)) }
        return context.page(
            page(context, TasteForm(preferences), likes, HabitsForm(preferences, context.appearance), FieldErrors()))
    }

    static func save(_ context: Context) async throws -> Response {
        let (taste, habits) = (TasteForm(context.form), HabitsForm(context.form))
        let appearance = context.appearance.changed(language: habits.language, theme: habits.theme)
        let likes = LikesForm(context.form)
        var errors = FieldErrors()
        let liked = likes.checked(try context.site.catalogue.current(context.reader), context.language, &errors)
        habits.check(context.language, &errors)
        errors = try await save(taste, context, errors) { db, preferences, user in
            habits.apply(to: &preferences)
            try AccountStore(db).setAppearance(appearance, user: user)
        } after: { db, user in
            try PreferenceStore(db).save(liked, user: user)
        }
        guard errors.isEmpty else {
            return context.page(page(context, taste, likes, habits, errors), status: .unprocessable)
        }
        context.keep(appearance)
        return context.redirect(to: Address.preferences(), done: "preferences-saved")
    }

    static func welcome(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let store = PreferenceStore(context.reader)
        let likes = LikesForm(
            try store.taste(of: viewer.id), try context.site.catalogue.current(context.reader), context.language)
        return context.page(
            welcomePage(context, TasteForm(try store.preferences(of: viewer.id)), likes, FieldErrors()))
    }

    static func saveTaste(_ context: Context) async throws -> Response {
        let (taste, likes) = (TasteForm(context.form), LikesForm(context.form))
        var errors = FieldErrors()
        let liked = likes.checked(try context.site.catalogue.current(context.reader), context.language, &errors)
        let isSent = likes.isSent
        errors = try await save(
            taste, context, errors,
            after: { db, user in
                if isSent { try PreferenceStore(db).save(liked, user: user) }
            })
        guard errors.isEmpty else {
            return context.page(welcomePage(context, taste, likes, errors), status: .unprocessable)
        }
        return context.redirect(to: Address.home(), done: "preferences-saved")
    }

    /// Saves the diets and allergens, unless there are errors, `others` among them; `also` and `after` make other changes
    /// in the same transaction.
    private static func save(
        _ taste: TasteForm, _ context: Context, _ others: FieldErrors = FieldErrors(),
        also: @escaping @Sendable (Connection, inout Preferences, Int) throws -> Void = { _, _, _ in },
        after: @escaping @Sendable (Connection, Int) throws -> Void = { _, _ in }
    ) async throws -> FieldErrors {
        let user = try context.member().id
        let (filters, wrong) = taste.checked(context.language)
        var errors = wrong
        for error in others.all { errors.add(error.field, error.message) }
        guard errors.isEmpty else { return errors }
        try await context.site.writer.write { db in
            var preferences = try PreferenceStore(db).preferences(of: user)
            preferences.defaultFilters = filters
            try also(db, &preferences, user)
            try PreferenceStore(db).save(preferences, user: user)
            try after(db, user)
        }
        return errors
    }

    private static func page(
        _ context: Context, _ taste: TasteForm, _ likes: LikesForm, _ habits: HabitsForm, _ errors: FieldErrors
    ) -> PreferencesPage {
        let language = context.language
        return PreferencesPage(
            layout: context.layout(title: Text.preferencesTitle(language), section: "preferences", isListed: false),
            formToken: context.formToken, problems: errors.summary, taste: TasteFields(taste, errors, context),
            likes: LikesFields(likes, errors, language),
            appearance: AppearanceFields(language: habits.language, theme: habits.theme, language, errors),
            units: choices(UnitSystem.self, "units.", [habits.units], language), unitsError: errors["units"],
            switches: Switch.offered.map {
                Choice(
                    value: $0.rawValue, label: Text.dynamic("switch." + $0.rawValue, language) ?? "",
                    isChosen: habits.switches.contains($0.rawValue))
            }, notifications: NotificationFields(habits, errors, language))
    }

    private static func welcomePage(
        _ context: Context, _ taste: TasteForm, _ likes: LikesForm, _ errors: FieldErrors
    ) -> WelcomePage {
        WelcomePage(
            layout: context.layout(title: Text.welcomeTitle(context.language), section: "preferences", isListed: false),
            formToken: context.formToken, problems: errors.summary, taste: TasteFields(taste, errors, context),
            likes: LikesFields(likes, errors, context.language))
    }

    /// The cases of an enumeration as choices, with labels from the locale files.
    static func choices<Value: RawRepresentable<String> & CaseIterable>(
        _ type: Value.Type, _ prefix: String, _ chosen: Set<String>, _ language: Language
    ) -> [Choice] {
        type.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic(prefix + $0.rawValue, language) ?? $0.rawValue,
                isChosen: chosen.contains($0.rawValue))
        }
    }
}

struct PreferencesPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let taste: TasteFields
    let likes: LikesFields
    let appearance: AppearanceFields
    let units: [Choice]
    let unitsError: String?
    let switches: [Choice]
    let notifications: NotificationFields
}

/// The fields of what members are notified of, and where.
struct NotificationFields {
    struct Topic {
        let label: String
        let site: Choice
        let mail: Choice
    }

    let topics: [Topic]
    let frequency: Field

    init(_ form: HabitsForm, _ errors: FieldErrors, _ language: Language) {
        func choice(_ name: Switch, _ label: String) -> Choice {
            Choice(value: name.rawValue, label: label, isChosen: form.notifications.contains(name.rawValue))
        }
        topics = NotificationSwitches.all.map {
            Topic(
                label: Text.dynamic("notifications.topic.\($0.topic.rawValue)", language) ?? "",
                site: choice($0.site, Text.notificationsOnSite(language)),
                mail: choice($0.mail, Text.notificationsByMail(language)))
        }
        var frequency = Field(
            name: "mail_frequency", label: Text.notificationsFrequency(language), value: form.mailFrequency,
            error: errors["mail_frequency"])
        frequency.help = Text.notificationsFrequencyHelp(language)
        frequency.choices = PreferencePages.choices(
            MailFrequency.self, "notifications.frequency.",
            [form.mailFrequency.isEmpty ? MailFrequency.immediately.rawValue : form.mailFrequency], language)
        self.frequency = frequency
    }
}

struct WelcomePage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let taste: TasteFields
    let likes: LikesFields
}

/// The diet and allergen fields, which both pages show.
struct TasteFields {
    let icons: String
    let diets: [Choice]
    let dietError: String?
    let allergens: [Choice]
    let allergenError: String?

    init(_ form: TasteForm, _ errors: FieldErrors, _ context: Context) {
        let language = context.language
        icons = context.site.assets.address("icons.svg")
        diets = PreferencePages.choices(Diet.self, "diet.", form.diets, language)
        dietError = errors["diet"]
        allergens = PreferencePages.choices(Allergen.self, "allergen.", form.allergens, language)
        allergenError = errors["allergen"]
    }
}

/// The fields of what ranks suggestions.
struct LikesFields {
    let disliked: Field
    let maxMinutes: Field
    let goals: [Choice]
    let goalError: String?

    init(_ form: LikesForm, _ errors: FieldErrors, _ language: Language) {
        var disliked = Field(
            name: "disliked", label: Text.preferencesDisliked(language), value: form.disliked, error: errors["disliked"]
        )
        disliked.help = Text.preferencesDislikedHelp(language)
        disliked.suggest = "/ingredients/suggest"
        disliked.suggestsList = true
        self.disliked = disliked
        var time = Field(
            name: "max_minutes", label: Text.preferencesTime(language), value: form.maxMinutes,
            error: errors["max_minutes"])
        let offered = LikesForm.times.map(String.init)
        let own = form.maxMinutes.isEmpty || offered.contains(form.maxMinutes) ? [] : [form.maxMinutes]
        time.choices =
            [Choice(value: "", label: Text.searchAny(language), isChosen: form.maxMinutes.isEmpty)]
            + (offered + own).map { minutes in
                Choice(
                    value: minutes, label: Int(minutes).map { Durations.text(minutes: $0, language) } ?? minutes,
                    isChosen: minutes == form.maxMinutes)
            }
        maxMinutes = time
        goals = NutritionClaim.offered.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("claim.\($0.rawValue)", language) ?? $0.rawValue,
                isChosen: form.goals.contains($0.rawValue))
        }
        goalError = errors["goal"]
    }
}
