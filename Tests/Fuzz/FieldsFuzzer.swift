// Fuzzes the values of header fields: cookies, ranges, conditions, codings, dates.

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    var response = Response.text("0123456789")
    response.headers["ETag"] = "\"a\""
    response.headers["Last-Modified"] = "Sun, 06 Nov 1994 08:49:37 GMT"
    response.headers["Accept-Ranges"] = "bytes"
    for name in ["Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "Cookie", "Accept-Encoding"] {
        var headers: Headers = ["Range": "bytes=1-2"]
        headers[name] = text
        guard let request = try? Request(method: .get, target: "/", headers: headers) else { continue }
        let fitted = response.fitted(to: request)
        precondition([200, 206, 304, 412, 416].contains(fitted.status.code))
        _ = request.cookie("a")
        _ = ContentCoding.chosen(request, from: ContentCoding.allCases)
    }
    for length in [0, 1, 10, 1000] {
        guard case .parts(let parts) = ByteRange(text, length: length) else { continue }
        precondition(parts.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= length })
        precondition(parts.reduce(0) { $0 + $1.count } <= length)
    }
    if let date = HTTPDate.parse(text) { precondition(HTTPDate.format(date) == text) }
    return 0
}
