// Who is at the other end, as limits see it.

import HTTP

extension Context {
    /// The client's address, without port.
    var clientAddress: String { request.peer }
}
