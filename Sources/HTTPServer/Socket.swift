// One accepted connection: reads and writes through the system's socket.

import CLinux
import Foundation
import HTTP

/// A non-blocking socket and its state. It is confined to its loop.
final class Socket {
    /// What a connection waits for.
    enum Interest { case reading, writing }
    /// The result of a system call.
    enum Outcome {
        case done(Int)
        case blocked, closed
        /// The client sent an unencrypted request to an encrypted port.
        case unencrypted
    }

    /// Edge-triggered events: each change is reported once, so that waiting needs no system call.
    static let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue

    let descriptor: Int32
    let peer: String
    /// When the current wait ends without success, in milliseconds of `Clock`.
    private(set) var deadline = Clock.never
    /// Whether the connection is between two requests and can be closed without loss.
    private(set) var isIdle = false
    /// Whether it has had a response; a connection without one is not closed to make room for others.
    var wasServed = false
    /// When the current response began, and how many of its bytes the system has accepted.
    private(set) var answerBegan: UInt64 = 0
    private(set) var answerSent = 0
    private var waiting: (continuation: CheckedContinuation<Bool, Never>, interest: Interest)?
    private var isReadable = false
    private var isWritable = true
    private var isHungUp = false
    /// Tells the handler when the client has disconnected, so that it can stop its work.
    let presence = ClientPresence()
    private var tls: TLSSession?
    /// The events that reading and writing wait for; TLS may have to write before it can read, and the other way round.
    private var readingNeeds = Interest.reading
    private var writingNeeds = Interest.writing

    init(descriptor: Int32, peer: String, tls: TLSSession? = nil) {
        self.descriptor = descriptor
        self.peer = peer
        self.tls = tls
    }

    var isEncrypted: Bool { tls != nil }

    /// Records the events that epoll reports, and resumes a wait for them.
    func note(_ events: UInt32) {
        if events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
            isHungUp = true
            isReadable = true
            presence.leave()
        }
        if events & EPOLLIN.rawValue != 0 { isReadable = true }
        if events & (EPOLLOUT.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { isWritable = true }
        if let waiting, isReady(for: waiting.interest) { wake(true) }
    }

    /// Ends a wait without success.
    func expire() { wake(false) }

    /// Waits until reading or writing may succeed; false if the deadline passes first.
    func wait(for interest: Interest, until deadline: UInt64, idle: Bool = false) async -> Bool {
        await withCheckedContinuation { continuation in
            // Checked inside the closure, because the loop may run before `withCheckedContinuation` calls it, and an
            // event in that time would not be reported again.
            if isReady(for: interest) { return continuation.resume(returning: true) }
            self.deadline = deadline
            isIdle = idle
            waiting = (continuation, interest)
        }
    }

    /// Reads available bytes, up to the size of the buffer; 0 bytes at the end of the stream.
    func receive(into buffer: inout [UInt8]) -> Outcome {
        if let tls { return receive(by: tls, into: &buffer) }
        guard isReadable else { return .blocked }
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count >= 0 {
                // A short read emptied the socket. But if the end of the stream has already been reported, it must be
                // read again.
                if count < buffer.count && !isHungUp { isReadable = false }
                return .done(count)
            }
            if errno == EINTR { continue }
            guard errno == EAGAIN else { return .closed }
            isReadable = false
            return .blocked
        }
    }

    /// Writes as much of two pieces as the system accepts, beginning at `offset` of both together.
    func send(_ first: [UInt8], _ second: [UInt8], from offset: Int) -> Outcome {
        if let tls { return send(first, second, from: offset, by: tls) }
        return first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in
                let skipped = min(offset, first.count)
                var pieces = (
                    iovec(first[skipped...]), iovec(second[min(offset - skipped, second.count)...])
                )
                return withUnsafeMutableBytes(of: &pieces) { pieces in
                    var message = msghdr()
                    message.msg_iov = pieces.bindMemory(to: iovec.self).baseAddress
                    message.msg_iovlen = 2
                    return writing { sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) }
                }
            }
        }
    }

    /// Writes as much of a file as the system accepts, and advances `offset`.
    func send(file: Int32, offset: inout Int, count: Int) -> Outcome {
        if let tls { return send(file: file, offset: &offset, count: count, by: tls) }
        return writing { sendfile(descriptor, file, &offset, count) }
    }

    /// Starts counting the bytes of a response.
    func beginAnswer() {
        answerBegan = Clock.now()
        answerSent = 0
    }

    /// Sends TLS's close message; without it the client cannot know that the response is complete.
    func sayEnd() -> Outcome {
        guard let tls else { return .done(0) }
        return note(tls.sayEnd(), &writingNeeds)
    }

    /// Signals the end of our data while the client may still send; its input is no longer decrypted.
    func endWriting() {
        tls = nil
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Lets the system discard unsent data when the connection is closed.
    func dropUnsent() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Ends the connection immediately; a waiting read or write returns.
    func abort() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func isReady(for interest: Interest) -> Bool {
        let need = interest == .reading ? readingNeeds : writingNeeds
        return need == .reading ? isReadable : isWritable
    }

    private func writing(_ write: () -> Int) -> Outcome {
        while true {
            let count = write()
            if count >= 0 {
                answerSent += count
                return .done(count)
            }
            if errno == EINTR { continue }
            guard errno == EAGAIN else { return .closed }
            isWritable = false
            return .blocked
        }
    }

    private func wake(_ isReady: Bool) {
        deadline = Clock.never
        isIdle = false
        let continuation = waiting?.continuation
        waiting = nil
        continuation?.resume(returning: isReady)
    }
}

/// Reading and writing with TLS.
extension Socket {
    private func receive(by tls: TLSSession, into buffer: inout [UInt8]) -> Outcome {
        // OpenSSL may have read ahead, which causes no event: only OpenSSL knows when there is nothing more.
        guard isReady(for: .reading) else { return .blocked }
        return note(tls.read(into: &buffer), &readingNeeds)
    }

    /// Writes the head of a response and the beginning of its content in one TLS record.
    private func send(_ first: [UInt8], _ second: [UInt8], from offset: Int, by tls: TLSSession) -> Outcome {
        let end = min(offset + TLSSession.recordSize, first.count + second.count)
        var record: [UInt8] = []
        record.reserveCapacity(end - offset)
        record += first[min(offset, first.count)..<min(end, first.count)]
        record += second[max(offset - first.count, 0)..<max(end - first.count, 0)]
        return counted(tls.write(record[...]))
    }

    /// Writes a file through memory, one record at a time.
    private func send(file: Int32, offset: inout Int, count: Int, by tls: TLSSession) -> Outcome {
        var record = [UInt8](repeating: 0, count: min(count, TLSSession.recordSize))
        let end = offset + count
        let start = offset
        while offset < end {
            let count = pread(file, &record, min(end - offset, record.count), offset)
            guard count > 0 else { return count == 0 ? .done(offset - start) : .closed }
            switch counted(tls.write(record[..<count])) {
            case .done(let written): offset += written
            case let outcome: return offset > start ? .done(offset - start) : outcome
            }
        }
        return .done(count)
    }

    private func counted(_ outcome: TLSSession.Outcome) -> Outcome {
        if case .done(let count) = outcome { answerSent += count }
        return note(outcome, &writingNeeds)
    }

    private func note(_ outcome: TLSSession.Outcome, _ needs: inout Interest) -> Outcome {
        switch outcome {
        case .done(let count): return .done(count)
        case .ended: return .done(0)
        case .wants(let interest):
            needs = interest
            if interest == .reading { isReadable = false } else { isWritable = false }
            return .blocked
        case .plain:
            tls = nil
            return .unencrypted
        case .failed: return .closed
        }
    }
}

extension iovec {
    /// Points to bytes for one system call, which only reads them.
    fileprivate init(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }
}
