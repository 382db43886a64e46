// What machines ask: is the process alive.

import HTTP

enum Health {
    static func show(_ context: Context) async throws -> Response { Response.text("ok\n") }
}
