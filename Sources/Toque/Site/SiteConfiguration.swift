// What features may know of the settings.

import Bytes
import Video

/// The part of the configuration that features use; the rest is for `App` alone.
struct SiteConfiguration: Sendable {
    /// The data folder.
    let data: String
    /// The start of links in emails and files, without a slash at the end.
    let baseURL: String
    /// Proxies whose word about clients is believed.
    let trustedProxies: TrustedProxies
    /// Whether emails go to a server; otherwise they are files in the outbox.
    let hasMailServer: Bool
    /// Whether moderators and admins must log in in two steps.
    let requiresTwoStep: Bool
    /// ffmpeg; without it steps show pictures only.
    let video: VideoTools?

    var isSecure: Bool { baseURL.hasPrefix(bytes: "https://") }
    var databasePath: String { data + "/toque.sqlite" }
    var mediaPath: String { data + "/media" }
    var spoolPath: String { data + "/tmp" }
    var outboxPath: String { data + "/outbox" }
    var exportsPath: String { data + "/exports" }
}
