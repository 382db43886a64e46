// Fuzzes request targets: an accepted path cannot lead out of a folder.

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for method in [Method.get, .options] {
        guard let target = try? RequestTarget(bytes: bytes, method: method) else { continue }
        for segment in target.segments {
            precondition(
                segment != "." && segment != ".." && !segment.utf8.contains { $0 == 0 || $0 == 0x2F || $0 == 0x5C })
        }
        // An encoded path parses to the same path.
        let path = "/" + target.segments.map { Percent.encode(segment: $0) }.joined(separator: "/")
        if let again = try? RequestTarget(bytes: Array(path.utf8), method: .get) {
            precondition(again.segments == target.segments || target.segments.allSatisfy(\.isEmpty))
        }
        precondition(URLPath.file(under: "/folder", target.segments)?.hasPrefix("/folder/") != false)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    precondition(Percent.decode(Percent.encode(segment: text)) == (text.utf8.contains(0) ? nil : text))
    return 0
}
