// What people send: fields and files.

/// Why a body is not a form.
public enum FormError: Error, Sendable {
    /// Neither urlencoded nor multipart.
    case unsupportedType
    /// Broken escapes, missing boundaries, text that is not UTF-8 or holds NUL.
    case malformed
    /// More than 1,000 fields or 100 files.
    case tooManyFields
    /// More than 1 MB of text fields.
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
    /// The name the client gave, without folders; a hint for people, never a path.
    public var filename: String
    /// The type the client claims.
    public var contentType: String
    public var bytes: [UInt8]

    public init(filename: String, contentType: String, bytes: [UInt8]) {
        self.filename = filename
        self.contentType = contentType
        self.bytes = bytes
    }
}

/// The fields and files of a form, in the order sent.
public struct Form: Sendable {
    /// The most fields, in either encoding: the editor of a recipe with 150 lines and 100 steps sends 880.
    public static let fieldLimit = 1_000
    /// The most files.
    public static let fileLimit = 100
    /// The most bytes of text in the fields of a multipart form.
    public static let textLimit = 1024 * 1024

    public var fields: [(name: String, value: String)] = []
    public var files: [(name: String, file: UploadedFile)] = []

    public init(fields: [(name: String, value: String)] = []) { self.fields = fields }

    init(body: [UInt8], contentType: String?) throws(FormError) {
        guard !body.isEmpty else { return }
        let type = MediaType(contentType)
        if type.is("application/x-www-form-urlencoded") {
            guard let parameters = Parameters(bytes: body, limit: Form.fieldLimit) else { throw .malformed }
            guard parameters.pairs.count <= Form.fieldLimit else { throw .tooManyFields }
            fields = parameters.pairs
        } else if type.is("multipart/form-data") {
            guard let boundary = type.parameter("boundary"), (1...70).contains(boundary.utf8.count) else {
                throw .malformed
            }
            try readMultipart(body, boundary: boundary)
        } else {
            throw .unsupportedType
        }
    }

    /// The first value of that name.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    public func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// The first file of that name; a file input left empty gives nil.
    public func file(_ name: String) -> UploadedFile? { files.first { $0.name == name }?.file }

    private mutating func readMultipart(_ body: [UInt8], boundary: String) throws(FormError) {
        var parts = MultipartReader(body, boundary: boundary)
        var text = 0
        while let part = try parts.next() {
            if let filename = part.filename {
                // A browser sends an empty file input as a file without name and bytes.
                if filename.isEmpty && part.content.isEmpty { continue }
                guard files.count < Form.fileLimit else { throw .tooManyFields }
                let type = part.contentType ?? "application/octet-stream"
                let file = UploadedFile(filename: filename, contentType: type, bytes: Array(part.content))
                files.append((part.name, file))
            } else {
                guard fields.count < Form.fieldLimit else { throw .tooManyFields }
                text += part.content.count
                guard text <= Form.textLimit else { throw .tooLarge }
                guard !part.content.contains(0), let value = String(validating: part.content, as: UTF8.self) else {
                    throw .malformed
                }
                fields.append((part.name, value))
            }
        }
    }
}
