// Reads submitted forms: fields and files.

import Bytes

/// Why a body is not a form.
public enum FormError: Error, Equatable, Sendable {
    /// Neither urlencoded nor multipart.
    case unsupportedType
    /// Broken escapes, missing boundaries, or text that is not UTF-8 or contains NUL.
    case malformed
    /// More fields or files than `Limits` allows.
    case tooManyFields
    /// More text, or a longer file, than `Limits` allows.
    case tooLarge

    /// The status to answer with.
    public var status: Status {
        switch self {
        case .unsupportedType: .unsupportedMediaType
        case .malformed, .tooManyFields: .badRequest
        case .tooLarge: .contentTooLarge
        }
    }
}

/// A file sent with a form.
public struct UploadedFile: Sendable {
    /// The name that the client sent, without folders; only for display, never a path.
    public var filename: String
    /// The media type that the client states.
    public var contentType: String
    public var content: RequestBody

    public init(filename: String, contentType: String, content: RequestBody) {
        self.filename = filename
        self.contentType = contentType
        self.content = content
    }
}

/// The fields and files of a form, in the order sent.
public struct Form: Sendable {
    public private(set) var fields: [(name: String, value: String)] = []
    public var files: [(name: String, file: UploadedFile)] = []
    /// The indices in `fields` of values with more than 30 combining marks in a row, shortened to 30: no longer what
    /// was typed.
    public private(set) var limited: [Int] = []

    /// The place of the first field of each name, by the name's bytes, so that a form of many fields is searched once.
    private var first: [[UInt8]: Int] = [:]

    public init(fields: [(name: String, value: String)] = []) {
        self.fields = fields
        findFirst()
    }

    init(body: RequestBody, contentType: String?, limits: Limits = Limits()) throws {
        guard !body.isEmpty else { return }
        let type = MediaType(contentType)
        if type.is("application/x-www-form-urlencoded") {
            let parameters = try body.withBytes { Parameters(bytes: $0, limit: limits.formFields) }
            guard let parameters else { throw FormError.malformed }
            guard parameters.pairs.count <= limits.formFields else { throw FormError.tooManyFields }
            fields = parameters.pairs
        } else if type.is("multipart/form-data") {
            guard let boundary = type.parameter("boundary"), (1...70).contains(boundary.utf8.count) else {
                throw FormError.malformed
            }
            try body.withBytes { try readMultipart($0, of: body, boundary: boundary, limits: limits) }
        } else {
            throw FormError.unsupportedType
        }
        try limitMarks()
        findFirst()
    }

    private mutating func findFirst() {
        for (place, field) in fields.enumerated().reversed() { first[Array(field.name.utf8)] = place }
    }

    /// Limits combining marks before any field is compared.
    private mutating func limitMarks() throws(FormError) {
        for index in fields.indices {
            guard StreamSafe.allows(fields[index].name) else { throw .malformed }
            guard !StreamSafe.allows(fields[index].value) else { continue }
            fields[index].value = StreamSafe.limited(fields[index].value)
            limited.append(index)
        }
    }

    /// The first value of that name.
    public subscript(name: String) -> String? { first[Array(name.utf8)].map { fields[$0].value } }

    public func all(_ name: String) -> [String] { fields.filter { $0.name.isSame(as: name) }.map(\.value) }

    /// The first file of that name; `nil` for an empty file input.
    public func file(_ name: String) -> UploadedFile? { files.first { $0.name.isSame(as: name) }?.file }

    private mutating func readMultipart(
        _ bytes: UnsafeRawBufferPointer, of body: RequestBody, boundary: String, limits: Limits
    ) throws(FormError) {
        var parts = MultipartReader(bytes, boundary: boundary)
        var (text, count) = (0, 0)
        while let part = try parts.next() {
            count += 1
            guard count <= limits.formFields + limits.formFiles else { throw .tooManyFields }
            if let filename = part.filename {
                // Browsers send an empty file input as a file without name and content.
                if filename.isEmpty && part.content.isEmpty { continue }
                guard files.count < limits.formFiles else { throw .tooManyFields }
                guard part.content.count <= limits.upload else { throw .tooLarge }
                let type = part.contentType ?? "application/octet-stream"
                let file = UploadedFile(filename: filename, contentType: type, content: body[part.content])
                files.append((part.name, file))
            } else {
                guard fields.count < limits.formFields else { throw .tooManyFields }
                text += part.content.count
                guard text <= limits.form else { throw .tooLarge }
                let value = bytes[part.content]
                guard !value.contains(0), let value = String(validating: value, as: UTF8.self) else {
                    throw .malformed
                }
                fields.append((part.name, value))
            }
        }
    }
}
