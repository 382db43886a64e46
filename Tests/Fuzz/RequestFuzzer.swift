// Fuzzes HTTP requests: the result does not depend on how the network splits the bytes.

import Foundation

private let spool = Spool(folder: NSTemporaryDirectory(), allowance: Allowance(1 << 20))

/// The requests that a parser reads from a stream, and whether it refuses the rest.
private func outcome(_ bytes: [UInt8], piece: Int) -> [String] {
    var limits = Limits()
    limits.form = 5_000
    limits.upload = 5_000
    limits.bodyInMemory = 1_000
    var parser = RequestParser(limits: limits, spool: spool)
    var seen: [String] = []
    var rest = bytes[...]
    while true {
        parser.feed(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        do {
            while let request = try parser.next() {
                precondition(request.segments.allSatisfy { $0 != "." && $0 != ".." && !$0.contains("/") })
                precondition(request.segments.allSatisfy { !$0.utf8.contains(0) && !$0.contains("\\") })
                precondition(request.headers.all("Host").count <= 1)
                seen.append(
                    "\(request.method) \(request.target) \(Array(request.headers)) \(try? request.body.bytes())")
            }
        } catch {
            return seen + ["refused \(error.status.code)"]
        }
        if rest.isEmpty { return seen }
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = outcome(bytes, piece: max(1, count))
    precondition(outcome(bytes, piece: 1) == whole)
    precondition(outcome(bytes, piece: 1 + count / 3) == whole)
    return 0
}
