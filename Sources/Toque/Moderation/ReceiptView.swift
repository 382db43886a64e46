// The view data of a receipt: the decision that the moderator made just before.

import HTTP
import Texts

struct ReceiptView {
    let text: String
    let address: String
    let title: String
    /// Where the form that takes the decision back is sent; `nil` if that is no longer possible.
    let takeBackAddress: String?
    /// Where the recipe can be hidden instead, if its approval cannot be taken back because of what else it ended.
    let measureAddress: String?
    let formToken: String
}

extension Receipt {
    /// The receipt that `?after=` of the address names.
    static func shown(_ context: Context) throws -> ReceiptView? {
        guard let id = context.request.query["after"].flatMap({ Int($0) }), let viewer = context.viewer,
            let receipt = try TakingBack(context.reader).receipt(id, moderator: viewer.id, now: context.now)
        else { return nil }
        let (language, number) = (context.language, String(receipt.decision))
        let filter = QueueFilter(context.request.query)
        let text =
            switch receipt.kind {
            case .approve: Text.receiptApprove(language, number: number)
            case .requestChanges: Text.receiptRequestChanges(language, number: number)
            case .reject: Text.receiptReject(language, number: number)
            }
        return ReceiptView(
            text: text, address: filter.address(Address.submission(receipt.submission)), title: receipt.title,
            takeBackAddress: receipt.canBeTakenBack ? filter.address(Address.takeBack(receipt.decision)) : nil,
            measureAddress: receipt.hasEndedMore && receipt.isPublic ? Address.measureRecipe(receipt.recipe) : nil,
            formToken: context.formToken)
    }
}
