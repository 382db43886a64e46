// The script that keeps pages on the device, on the pages of members.

import HTTP

struct OfflineScript {
    let address: String
    /// The script that sends the changes which wait on the device.
    let queue: String
    /// The number of the account that the page belongs to.
    let owner: String

    /// `nil` for visitors, and for members whose account waits for deletion.
    init?(_ context: Context) {
        guard let viewer = context.viewer, !viewer.isBeingDeleted else { return nil }
        let assets = context.site.assets
        (address, queue) = (assets.address("offline.js"), assets.address("queue.js"))
        owner = String(viewer.id)
    }
}
