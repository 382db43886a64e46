// The settings that features may use.

import Bytes
import Video

/// The part of the configuration that features use; the rest is for `App` alone.
struct SiteConfiguration: Sendable {
    /// The data folder.
    let data: String
    /// The start of links in emails and files, without a slash at the end.
    let baseURL: String
    /// Proxies that are trusted to report the client.
    let trustedProxies: TrustedProxies
    /// Whether emails go to a server; otherwise they are files in the outbox.
    let hasMailServer: Bool
    /// Whether moderators and admins must use two-step login.
    let requiresTwoStep: Bool
    /// Whether small changes of trusted authors are approved without a moderator.
    let approvesAutomatically: Bool
    /// Where to report security problems, as `mailto:` or `https:`; `nil` for the form of bug reports.
    let securityContact: String?
    /// ffmpeg; without it steps have only photos.
    let video: VideoTools?
    let backups: BackupSettings
    /// The file with the site's secret.
    let secretFile: String
    /// Where bug reports and errors are forwarded; `nil` for nowhere.
    let webhook: WebhookSettings?

    var isSecure: Bool { baseURL.hasPrefix(bytes: "https://") }
    var databasePath: String { data + "/toque.sqlite" }
    var mediaPath: String { data + "/media" }
    var spoolPath: String { data + "/tmp" }
    var outboxPath: String { data + "/outbox" }
    var exportsPath: String { data + "/exports" }
    /// The snapshot of the search index. It can always be built again, so backups leave it out.
    var searchIndexPath: String { data + "/search.index" }
    /// Beside the backups, or else in the data folder.
    var auditHeadsPath: String { (backups.folder ?? data) + "/audit-heads.csv" }
}

/// Where the webhook sends events, and the secret that signs them.
struct WebhookSettings: Sendable, Equatable {
    /// The shortest secret, in bytes.
    static let shortest = 32

    let url: String
    let secret: String
}

/// The scheduled backups.
struct BackupSettings: Sendable, Equatable {
    /// Where they are written; `nil` for none.
    var folder: String?
    /// The hours between two of them; 0 for none but those that an admin asks for.
    var hours = 24
    /// How many are kept.
    var keep = 7
    /// The file with the key that encrypts them; `nil` for none.
    var keyFile: String?
}
