// Selecting several recipes of a public list to add them to the favourites: `select=1` in the address of the list.

import Food
import HTML
import HTTP
import Texts

/// The link that shows or hides the check boxes of a list, and the form that sends them.
struct SelectSeveral {
    /// `nil` until the member asks for the check boxes.
    let form: AddSelectedForm?
    /// The list with check boxes, or without them if it has some.
    let toggle: String
    var isOn: Bool { form != nil }

    /// `nil` for visitors, and for a list without recipes. `address` is the list without check boxes, on its first page.
    init?(_ address: String, isEmpty: Bool, _ context: Context) throws {
        guard context.viewer != nil, !isEmpty else { return nil }
        form = Self.isOn(context) ? try AddSelectedForm(context) : nil
        toggle = form == nil ? Self.extended(address) : address
    }

    /// Whether the list shows check boxes.
    static func isOn(_ context: Context) -> Bool { context.viewer != nil && context.request.query["select"] == "1" }

    /// The address of another page of the list, which shows check boxes if this one does.
    static func keep(_ address: String, _ context: Context) -> String { isOn(context) ? extended(address) : address }

    private static func extended(_ address: String) -> String {
        address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + "select=1"
    }
}

/// The form below the list; the check boxes on the cards belong to it by its id.
struct AddSelectedForm {
    let formToken: String
    /// The member's folders, with none of them first; empty as long as there is no folder.
    let places: [Choice]

    init(_ context: Context) throws {
        formToken = context.formToken
        let folders = try FavouriteStore(context.reader).folders(user: context.member().id, counts: [:])
        places =
            folders.isEmpty
            ? []
            : [Choice(value: "none", label: Text.favouritesUnfiled(context.language))]
                + folders.map { Choice(value: String($0.id), label: $0.name) }
    }
}

extension Context {
    /// The cards of public recipes, each with a check box if the member selects several.
    func selectableCards(_ rows: [PublicRecipeRow], _ catalogue: Catalogue) throws -> [HTML] {
        let cards = try cards(rows, catalogue)
        guard SelectSeveral.isOn(self) else { return cards }
        return zip(rows, cards).map { row, card in
            var buffer = HTMLBuffer()
            renderFavouritesSelectableCardPartial(
                ListedCard(id: row.id, title: row.title, markup: card), language, &buffer)
            return HTML(buffer)
        }
    }
}
