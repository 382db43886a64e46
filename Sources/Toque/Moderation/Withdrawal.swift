// Why a submission left the queue without a decision, as the audit log tells it.

import Bytes
import Database

/// Why a submission left the queue without a decision.
enum Withdrawal {
    case withdrawn, unpublished, deleted, deletedByAdmin
}

extension AuditStore {
    /// Why a withdrawn submission left the queue. Deleting or unpublishing a recipe withdraws its submission first, in
    /// the same transaction.
    func withdrawal(of submission: Int, recipe: Int, author: Int) throws -> Withdrawal {
        let cause = try db.first(
            """
            SELECT cause.action, cause.actor_id IS \(author)
            FROM audit withdrawal JOIN audit cause ON cause.object = 'recipe' AND cause.object_id = \(recipe)
                AND cause.action IN ('delete', 'unpublish') AND cause.at = withdrawal.at AND cause.id > withdrawal.id
            WHERE withdrawal.object = 'submission' AND withdrawal.object_id = \(submission)
                AND withdrawal.action = 'withdraw'
            ORDER BY cause.id LIMIT 1
            """
        ) { (action: $0[0] as String, isAuthors: $0[1] as Bool) }
        guard let cause else {
            // A decision that is taken back reopens nothing after its author unpublished the recipe.
            return try has("reopen", .submission, submission) ? .unpublished : .withdrawn
        }
        guard cause.isAuthors else { return .deletedByAdmin }
        return cause.action.isSame(as: "delete") ? .deleted : .unpublished
    }

    /// The name of who did this last; empty if the log does not have it.
    func actorName(_ action: String, _ object: AuditEntry.Object, _ id: Int) throws -> String {
        try db.value(
            """
            SELECT actor_name FROM audit WHERE object = \(object.rawValue) AND object_id = \(id)
                AND action = \(action)
            ORDER BY id DESC LIMIT 1
            """) ?? ""
    }
}
