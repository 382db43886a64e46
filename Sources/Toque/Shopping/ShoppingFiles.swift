// The shopping list as files: plain text, CSV, and to-dos for calendar programs.

import Bytes
import HTTP
import Texts

enum ShoppingFiles {
    /// `Vegetables`, then `- 2 onions` for each item; ticked items are left out.
    static func text(_ context: Context) async throws -> Response {
        let list = try ShoppingList(of: context.member().id, context)
        let groups = list.groups.map { group in
            ([group.aisle] + group.items.map { "- " + line($0, list) }).joined(separator: "\n") + "\n"
        }
        return file(Array(groups.joined(separator: "\n").utf8), "txt", "text/plain; charset=utf-8", context)
    }

    static func csv(_ context: Context) async throws -> Response {
        let list = try ShoppingList(of: context.member().id, context)
        let rows = list.ordered.map { aisle, item in
            [
                list.name(item), list.amount(item), aisle, item.isTicked ? "1" : "0",
                list.recipes(item).map(\.label).joined(separator: "; "),
            ]
        }
        let columns = ["item", "amount", "aisle", "ticked", "recipes"]
        return file(
            Array(CSVText.write([columns] + rows).utf8), "csv", "text/csv; charset=utf-8; header=present", context)
    }

    /// A to-do for each item (VTODO); ticked ones are completed.
    static func calendar(_ context: Context) async throws -> Response {
        let list = try ShoppingList(of: context.member().id, context)
        let written = CalendarText.moment(context.now)
        var calendar = CalendarText()
        let host = context.site.settings.baseURL.split(bytes: "//").last.map { String($0) } ?? ""
        for (aisle, item) in list.ordered {
            var properties = [
                (name: "UID", value: "shopping-\(item.id)@\(host)"),
                (name: "DTSTAMP", value: written),
                (name: "SUMMARY", value: line(item, list)),
                (name: "STATUS", value: item.isTicked ? "COMPLETED" : "NEEDS-ACTION"),
            ]
            let recipes = list.recipes(item).map(\.label)
            if !recipes.isEmpty { properties.append(("DESCRIPTION", recipes.joined(separator: ", "))) }
            if !aisle.isEmpty { properties.append(("CATEGORIES", aisle)) }
            calendar.add("VTODO", properties)
        }
        return file(calendar.finished, "ics", "text/calendar; charset=utf-8", context)
    }

    /// The items that are not ticked, on a page for printing.
    static func printable(_ context: Context) async throws -> Response {
        let list = try ShoppingList(of: context.member().id, context)
        return context.page(
            ShoppingPrintPage(
                layout: context.layout(
                    title: Text.shoppingTitle(context.language), section: "shopping", isListed: false),
                groups: list.groups.map { group in
                    ShoppingPrintGroup(aisle: group.aisle, lines: group.items.map { line($0, list) })
                }, address: Address.shopping()))
    }

    /// `butter: 500 g` on one line: in this order the name needs no plural or case.
    private static func line(_ item: ShoppingItem, _ list: ShoppingList) -> String {
        let totals = list.totals(item)
        var (words, amount) = ([list.name(item)], list.amount(totals))
        if !amount.isEmpty {
            if list.isToTaste(item, totals) { amount += " " + Text.shoppingToTaste(list.language) }
            words.append(amount)
        }
        return words.joined(separator: ": ").lines.joined(separator: " ")
    }

    private static func file(_ bytes: [UInt8], _ ending: String, _ type: String, _ context: Context) -> Response {
        var response = Response(body: .bytes(bytes))
        response.headers["Content-Type"] = type
        response.headers["Content-Disposition"] =
            "attachment; filename=\"shopping-\(Dates.iso(context.now)).\(ending)\""
        response.headers["Cache-Control"] = "private, no-store"
        return response
    }
}

struct ShoppingPrintPage {
    let layout: Layout
    let groups: [ShoppingPrintGroup]
    /// Leads back to the list.
    let address: String
    var isEmpty: Bool { groups.isEmpty }
}

struct ShoppingPrintGroup {
    let aisle: String
    let lines: [String]
}
