// Serves the subtitles of a text's videos as files to everyone who may read the text.

import Bytes
import HTTP
import Words

enum SubtitleFiles {
    static func show(_ context: Context) async throws -> Response {
        let (id, name) = (try context.number("revision"), context.parameters["file"] ?? "")
        let parts = name.split(bytes: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "vtt", let language = Language(rawValue: String(parts[1])),
            (1...3).contains(parts[0].utf8.count), !parts[0].hasPrefix(bytes: "+"), let number = Int(parts[0]),
            let (body, access) = try Drawings.text(id, context),
            body.steps.indices.contains(number - 1), !body.steps[number - 1].subtitles[language].isEmpty
        else { throw SiteError.notFound }
        var response = Response(body: .bytes(Array((body.steps[number - 1].subtitles[language] + "\n").utf8)))
        response.headers["Content-Type"] = "text/vtt; charset=utf-8"
        response.headers["Content-Security-Policy"] = SecureHeaders.inert
        // A text never changes, but the recipe may be unpublished.
        response.headers["Cache-Control"] = access == .everyone ? "public, max-age=3600" : "private, no-store"
        return response
    }
}
