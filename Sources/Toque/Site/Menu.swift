// The side menu: every section that the viewer may use.

import Bytes
import Texts
import Words

/// A group of menu links under one heading.
struct MenuGroup {
    let heading: String
    let items: [MenuItem]
}

/// One link of the menu.
struct MenuItem {
    let label: String
    let icon: String
    let address: String
    /// Whether the current page belongs to this section.
    let isCurrent: Bool
}

enum Menu {
    /// The groups of the menu, for visitors, members, moderators and admins.
    static func groups(_ viewer: Viewer?, section: String, _ language: Language) -> [MenuGroup] {
        func item(_ name: String, _ label: String, _ icon: String, _ address: Address) -> MenuItem {
            MenuItem(label: label, icon: icon, address: address(), isCurrent: name == section)
        }
        var groups = [
            MenuGroup(
                heading: Text.menuCook(language),
                items: [
                    item("home", Text.menuHome(language), "home", .home),
                    item("search", Text.menuSearch(language), "search", .search),
                    item("explore", Text.menuExplore(language), "star", .explore),
                    item("recipes", Text.menuContents(language), "book", .recipes),
                    item("tutorials", Text.tutorialsTitle(language), "info", .tutorials),
                ])
        ]
        guard let viewer else {
            let items = [
                item("login", Text.menuLogin(language), "login", .login),
                item("register", Text.menuRegister(language), "user", .register),
            ]
            return groups + [MenuGroup(heading: Text.menuYou(language), items: items)]
        }
        groups.append(
            MenuGroup(
                heading: viewer.isBeingDeleted ? Text.menuYou(language) : viewer.name,
                items: [
                    item("pantry", Text.pantryTitle(language), "basket", .pantry),
                    item("shopping", Text.shoppingTitle(language), "clipboard", .shopping),
                    item("plan", Text.planTitle(language), "book", .plan),
                    item("favourites", Text.favouritesTitle(language), "heart", .favourites),
                    item("my-recipes", Text.menuMyRecipes(language), "pot", .myRecipes),
                    item("new-recipe", Text.menuNewRecipe(language), "plus", .newRecipe),
                    item("import", Text.menuImport(language), "link", .importRecipe),
                    item("account", Text.menuAccount(language), "user", .account),
                    item("licence", Text.menuLicence(language), "hat", .licence),
                    item("preferences", Text.menuPreferences(language), "filter", .preferences),
                    item("email", Text.menuEmail(language), "mail", .email),
                    item("logout", Text.menuLogout(language), "logout", .logout),
                ]))
        if viewer.isModerator {
            var items = [
                item("moderation", Text.menuModeration(language), "queue", .queue),
                item("reports", Text.issuesTitle(language), "warning", .reportIssues),
                item("appeals", Text.appealsTitle(language), "question", .appeals),
            ]
            if viewer.isAdmin {
                items += [
                    item("admin", Text.menuAdmin(language), "settings", .admin),
                    item("users", Text.menuUsers(language), "users", .users),
                    item("admin-recipes", Text.recipeAdminTitle(language), "book", .adminRecipes),
                    item("ingredients", Text.menuIngredients(language), "clipboard", .adminIngredients),
                    item("admin-tutorials", Text.tutorialAdminTitle(language), "info", .adminTutorials),
                    item("pages", Text.sitePagesTitle(language), "info", .adminPages),
                    item("mail", Text.menuMail(language), "mail", .mail),
                ]
                items += [
                    item("admin-bugs", Text.menuBugs(language), "bug", .adminBugs),
                    item("errors", Text.menuErrors(language), "warning", .adminErrors),
                    item("webhook", Text.webhookTitle(language), "link", .webhook),
                    item("audit", Text.menuAudit(language), "book", .audit),
                ]
            }
            groups.append(MenuGroup(heading: Text.menuKeep(language), items: items))
        }
        return groups
    }

    /// The links between all settings pages, shown above each of them; empty on other pages.
    static func settings(_ address: Address?, _ language: Language) -> [MenuItem] {
        guard let address, address.pattern.hasPrefix(bytes: "/settings/") else { return [] }
        let pages: [(label: String, address: Address)] = [
            (Text.menuAccount(language), .account), (Text.profileTitle(language), .profile),
            (Text.menuPreferences(language), .preferences), (Text.offlineTitle(language), .offlineSettings),
            (Text.devicesTitle(language), .pushDevices),
            (Text.menuEmail(language), .email),
            (Text.registerPassword(language), .password), (Text.twoStepTitle(language), .twoStep),
            (Text.sessionsShort(language), .sessions), (Text.providersShort(language), .providers),
            (Text.menuLicence(language), .licence), (Text.exportTitle(language), .export),
            (Text.deleteAccountTitle(language), .leave),
        ]
        return pages.map {
            MenuItem(label: $0.label, icon: "", address: $0.address(), isCurrent: $0.address == address)
        }
    }
}
