// Parses values with parameters: `Content-Type` and `Content-Disposition`.

import Bytes

/// A word with parameters, such as `multipart/form-data; boundary=x`.
struct MediaType {
    /// The maximum number of parameters: each is compared with those before it.
    static let mostParameters = 16

    private var name: ArraySlice<UInt8> = []
    private var parameters: [(name: ArraySlice<UInt8>, value: String)] = []
    /// False if the parameters are malformed or one occurs twice.
    private(set) var isValid = true
    private(set) var hasTooManyParameters = false

    /// Parses a field's value; a missing field matches no type.
    init(_ text: String?) {
        self.init(bytes: Array((text ?? "").utf8)[...])
    }

    init(bytes: ArraySlice<UInt8>) {
        name = ASCII.trimmed(bytes.prefix { $0 != 0x3B })
        var rest = bytes.drop { $0 != 0x3B }
        while rest.popFirst() != nil {
            rest = rest.drop { $0 == ASCII.space || $0 == ASCII.tab }
            if rest.isEmpty { break }
            guard parameters.count < MediaType.mostParameters else {
                (isValid, hasTooManyParameters) = (false, true)
                return
            }
            let parameter = rest.prefix { ByteSet.token.contains($0) }
            rest = rest.dropFirst(parameter.count)
            guard !parameter.isEmpty, rest.popFirst() == 0x3D, let value = MediaType.takeValue(&rest),
                !parameters.contains(where: { ASCII.equal($0.name, parameter) })
            else {
                isValid = false
                return
            }
            parameters.append((parameter, value))
            rest = rest.drop { $0 == ASCII.space || $0 == ASCII.tab }
            guard rest.isEmpty || rest.first == 0x3B else {
                isValid = false
                return
            }
        }
    }

    /// Whether the word is this one, ignoring case.
    func `is`(_ word: StaticString) -> Bool { ASCII.equal(name, word) }

    /// The value of a parameter; `nil` if it is missing or the parameters are malformed.
    func parameter(_ name: StaticString) -> String? {
        isValid ? parameters.first { ASCII.equal($0.name, name) }?.value : nil
    }

    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == 0x22 else {
            let token = rest.prefix { $0 != 0x3B && $0 != ASCII.space && $0 != ASCII.tab }
            rest = rest.dropFirst(token.count)
            return token.isEmpty ? nil : String(validating: token, as: UTF8.self)
        }
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == 0x22 { return String(validating: value, as: UTF8.self) }
            // Only quotes and backslashes are unescaped, because old browsers send Windows paths with single
            // backslashes.
            if byte == 0x5C, let next = rest.first, next == 0x22 || next == 0x5C {
                value.append(next)
                rest.removeFirst()
            } else {
                value.append(byte)
            }
        }
        return nil
    }
}
