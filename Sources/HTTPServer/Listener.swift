// The listening sockets of the server.

import Bytes
import CLinux
import Foundation

/// Why a server cannot start: the failed call and the system's error message.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ call: String, code: Int32 = errno) { description = "\(call): \(String(cString: strerror(code)))" }
    init(message: String) { description = message }
}

/// A listening socket.
struct Listener: Sendable {
    let descriptor: Int32

    /// Opens one socket for each loop on the same address; the system distributes clients among them.
    static func open(host: String, port: Int, count: Int) throws(ServerError) -> (listeners: [Listener], port: Int) {
        // SO_REUSEPORT would also let a second server share the port unnoticed, so a socket without it tests the port
        // first.
        if port != 0 { close(try Listener.bound(host: host, port: port, sharing: false)) }
        var listeners: [Listener] = []
        var port = port
        do throws(ServerError) {
            for _ in 0..<count {
                let descriptor = try bound(host: host, port: port, sharing: true)
                listeners.append(Listener(descriptor: descriptor))
                guard listen(descriptor, 4096) == 0 else { throw ServerError("listen") }
                port = Self.port(of: descriptor)
            }
        } catch {
            for listener in listeners { close(listener.descriptor) }
            throw error
        }
        return (listeners, port)
    }

    /// Accepts a client; `nil` with `errno` set if there is none, or no room for it.
    func accept(_ tls: TLS?) -> Socket? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            guard let address = bytes.bindMemory(to: sockaddr.self).baseAddress else { return nil }
            let descriptor = toque_accept4(self.descriptor, address, &length)
            guard descriptor >= 0 else { return nil }
            let session = tls?.session(on: descriptor)
            guard tls == nil || session != nil else {
                close(descriptor)
                errno = ENOMEM
                return nil
            }
            return Socket(descriptor: descriptor, peer: Listener.name(of: address, length), tls: session)
        }
    }

    private static func bound(host: String, port: Int, sharing: Bool) throws(ServerError) -> Int32 {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        defer { if let found { freeaddrinfo(found) } }
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else {
            throw ServerError(message: "not an address to listen on: \(host) port \(port)")
        }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, type, 0)
        guard descriptor >= 0 else { throw ServerError("socket") }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if sharing { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        if address.ai_family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        // Accepted sockets inherit this option: a response is written completely and must not wait for the client's
        // acknowledgement.
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        // Inherited too: what a client does not read stays here, as a file or a page, and not in the system's memory.
        set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 16 * 1024)
        // Inherited too, in milliseconds: drops a client that acknowledges none of the data in the system's buffer.
        set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 20_000)
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            let error = ServerError("\(host) port \(port)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func port(of descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            guard let address = bytes.bindMemory(to: sockaddr.self).baseAddress,
                getsockname(descriptor, address, &length) == 0
            else { return 0 }
            // The port is at the same offset in IPv4 and IPv6 addresses, in network byte order.
            return Int(bytes.load(fromByteOffset: 2, as: UInt16.self).bigEndian)
        }
    }

    /// Writes an address in digits; IPv4 clients of an IPv6 socket appear as IPv4.
    private static func name(of address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return "" }
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard name.contains(bytes: "."), let mapped = name.dropping(prefix: "::ffff:") else { return name }
        return String(mapped)
    }
}
