// Password hashes: Argon2id as PHC strings, computed on a worker pool because one takes about 20 ms.

import Bytes
import CArgon2

/// The cost of one Argon2id hash (RFC 9106); the default is the minimum that OWASP recommends.
public struct PasswordCost: Sendable, Equatable {
    /// Memory in KiB.
    public var memory: UInt32
    /// Passes over the memory.
    public var passes: UInt32
    /// Degree of parallelism.
    public var lanes: UInt32

    public init(memory: UInt32 = 19_456, passes: UInt32 = 2, lanes: UInt32 = 1) {
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
    }
}

/// Argon2id of a password's UTF-8 bytes, which are neither truncated nor trimmed.
public enum PasswordHash {
    public struct Failure: Error { public let message: String }

    /// The PHC string of a password, with 16 random bytes of salt and 32 bytes of hash.
    public static func make(_ password: String, cost: PasswordCost) throws -> String {
        let secret = Array(password.utf8)
        let salt = Random.bytes(16)
        let length = argon2_encodedlen(cost.passes, cost.memory, cost.lanes, 16, 32, Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let status = argon2id_hash_encoded(
            cost.passes, cost.memory, cost.lanes, secret, secret.count, salt, salt.count, 32, &encoded, length)
        guard status == ARGON2_OK.rawValue else {
            throw Failure(message: String(cString: argon2_error_message(status)))
        }
        return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the PHC string was made from this password.
    public static func verify(_ password: String, against encoded: String) -> Bool {
        let secret = Array(password.utf8)
        return argon2id_verify(encoded, secret, secret.count) == ARGON2_OK.rawValue
    }

    /// Whether a hash has another cost, so that the next successful login should replace it.
    public static func isOutdated(_ encoded: String, cost: PasswordCost) -> Bool {
        !encoded.hasPrefix(bytes: "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=\(cost.lanes)$")
    }

    /// A string in the form of a hash that no password matches. Checking it takes as long as checking a real one.
    public static func decoy(cost: PasswordCost) -> String {
        let (salt, hash) = (Base64URL.encode(Random.bytes(16)), Base64URL.encode(Random.bytes(32)))
        let end = "\(salt)$\(hash)".replacing(bytes: "-", with: "+").replacing(bytes: "_", with: "/")
        return "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=\(cost.lanes)$" + end
    }
}
