// Conditional requests and ranges: responses that depend on what the client already has (RFC 9110, 13 and 14).

import Bytes

extension Response {
    /// The response to the conditions and ranges of a GET or HEAD: 304, 412, 206 or 416 in place of 200. Conditions use
    /// `ETag` and `Last-Modified`; ranges are answered if the response has `Accept-Ranges`.
    public func fitted(to request: Request) -> Response {
        guard status == .ok, request.method == .get || request.method == .head else { return self }
        let (tag, modified) = (headers["ETag"], headers["Last-Modified"])
        guard tag != nil || modified != nil else { return self }
        if isRefused(request.headers, tag, modified) { return withoutContent(.preconditionFailed) }
        if isKnown(request.headers, tag, modified) { return notModified() }
        guard request.method == .get, headers["Accept-Ranges"] == "bytes", let range = request.headers["Range"],
            holds(request.headers["If-Range"], tag, modified), let length = contentLength
        else { return self }
        return part(ByteRange(range, length: length), of: length)
    }

    private func isRefused(_ asked: Headers, _ tag: String?, _ modified: String?) -> Bool {
        if asked.contains("If-Match") { return !Self.names(asked, "If-Match", tag, isStrong: true) }
        guard let limit = asked["If-Unmodified-Since"].flatMap(HTTPDate.parse),
            let modified = modified.flatMap(HTTPDate.parse)
        else { return false }
        return modified > limit
    }

    private func isKnown(_ asked: Headers, _ tag: String?, _ modified: String?) -> Bool {
        if asked.contains("If-None-Match") { return Self.names(asked, "If-None-Match", tag, isStrong: false) }
        guard let since = asked["If-Modified-Since"].flatMap(HTTPDate.parse),
            let modified = modified.flatMap(HTTPDate.parse)
        else { return false }
        return modified <= since
    }

    /// Whether `If-Range` matches, so that the client's part belongs to this representation.
    private func holds(_ condition: String?, _ tag: String?, _ modified: String?) -> Bool {
        guard let condition else { return true }
        if condition.utf8.first == UInt8(ascii: "\"") { return tag?.isSame(as: condition) == true }
        return HTTPDate.parse(condition) != nil && modified?.isSame(as: condition) == true
    }

    /// Whether a field lists this entity tag or is `*`. Quoted tags may contain commas.
    private static func names(_ asked: Headers, _ field: String, _ tag: String?, isStrong: Bool) -> Bool {
        let isWeak = tag?.utf8.starts(with: "W/".utf8) == true
        let opaque = tag.map { Array($0.utf8.dropFirst(isWeak ? 2 : 0)) }
        var isNamed = false
        asked.forEachValue(field) { value in
            if value.elementsEqual("*".utf8) { isNamed = true }
            guard let opaque, !(isStrong && isWeak) else { return }
            var rest = value
            while !isNamed, let quote = rest.firstIndex(of: UInt8(ascii: "\"")),
                let end = rest[(quote + 1)...].firstIndex(of: UInt8(ascii: "\""))
            {
                let isOther = isStrong && rest[..<quote].suffix(2).elementsEqual("W/".utf8)
                isNamed = !isOther && rest[quote...end].elementsEqual(opaque)
                rest = rest[(end + 1)...]
            }
        }
        return isNamed
    }

    private func notModified() -> Response {
        var response = self
        response.status = .notModified
        response.body = .bytes([])
        for name in ["Content-Type", "Content-Encoding"] { response.headers[name] = nil }
        return response
    }

    /// A response without content. It keeps the other fields except those that describe the content, and must not be
    /// cached.
    private func withoutContent(_ status: Status) -> Response {
        var response = self
        response.status = status
        response.body = .bytes([])
        for name in ["Content-Encoding", "ETag", "Last-Modified"] { response.headers[name] = nil }
        response.headers["Content-Type"] = "text/plain; charset=utf-8"
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private func part(_ range: ByteRange, of length: Int) -> Response {
        var response = self
        switch range {
        case .whole: return self
        case .unsatisfiable:
            response = withoutContent(.rangeNotSatisfiable)
            response.headers["Content-Range"] = "bytes */\(length)"
        case .parts(let parts) where parts.count == 1:
            response.status = .partialContent
            response.headers["Content-Range"] = Self.contentRange(parts[0], of: length)
            response.body = body.slice(parts[0])
        case .parts(let parts):
            response.status = .partialContent
            let boundary = String(UInt64.random(in: .min ... .max), radix: 36)
            let type = headers["Content-Type"].map { "Content-Type: \($0)\r\n" } ?? ""
            var pieces: [Body] = []
            for part in parts {
                let range = Self.contentRange(part, of: length)
                pieces.append(.bytes(Array("\r\n--\(boundary)\r\n\(type)Content-Range: \(range)\r\n\r\n".utf8)))
                pieces.append(body.slice(part))
            }
            pieces.append(.bytes(Array("\r\n--\(boundary)--\r\n".utf8)))
            response.headers["Content-Type"] = "multipart/byteranges; boundary=\(boundary)"
            response.body = .pieces(pieces)
        }
        return response
    }

    private static func contentRange(_ range: Range<Int>, of length: Int) -> String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
    }
}

extension Response.Body {
    fileprivate func slice(_ range: Range<Int>) -> Response.Body {
        switch self {
        case .bytes(let bytes): .bytes(Array(bytes[range]))
        case .file(let path, let offset, _): .file(path: path, offset: offset + range.lowerBound, size: range.count)
        case .pieces, .stream: preconditionFailure("content in pieces is never cut again")
        }
    }
}
