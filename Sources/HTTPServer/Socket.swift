// One accepted connection, as the system sees it.

import CLinux
import Foundation

/// A non-blocking socket and what its loop knows about it. Confined to that loop.
final class Socket {
    /// What a connection waits for.
    enum Interest { case reading, writing }
    /// What came of asking the system.
    enum Outcome {
        case done(Int)
        case blocked, closed
    }

    /// Events are told once for every change (edge-triggered), so that waiting costs no call.
    static let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue

    let descriptor: Int32
    let peer: String
    /// When the one who waits is told that it was in vain, in milliseconds of `Clock`.
    private(set) var deadline = Clock.never
    /// Whether the connection waits between two requests, and may be closed without loss.
    private(set) var isIdle = false
    /// Whether it had an answer already; one that had none is not closed to make room for others.
    var wasServed = false
    /// When the present answer began, and how much of it the system has taken.
    private(set) var answerBegan: UInt64 = 0
    private(set) var answerSent = 0
    private var waiting: (continuation: CheckedContinuation<Bool, Never>, interest: Interest)?
    private var isReadable = false
    private var isWritable = true
    private var isHungUp = false

    init(descriptor: Int32, peer: String) {
        self.descriptor = descriptor
        self.peer = peer
    }

    /// Notes what epoll says, and wakes the one who waits for it.
    func note(_ events: UInt32) {
        if events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
            isHungUp = true
            isReadable = true
        }
        if events & EPOLLIN.rawValue != 0 { isReadable = true }
        if events & (EPOLLOUT.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { isWritable = true }
        if let waiting, isReady(for: waiting.interest) { wake(true) }
    }

    /// Ends a wait in vain.
    func expire() { wake(false) }

    /// Waits until reading or writing may succeed; false when the deadline passes first.
    func wait(for interest: Interest, until deadline: UInt64, idle: Bool = false) async -> Bool {
        await withCheckedContinuation { continuation in
            // Asked in here, since entering `withCheckedContinuation` may itself give way to the loop,
            // and an event that came meanwhile would never be told again.
            if isReady(for: interest) { return continuation.resume(returning: true) }
            self.deadline = deadline
            isIdle = idle
            waiting = (continuation, interest)
        }
    }

    /// Reads what has come, up to the size of the buffer; 0 bytes at the end of the stream.
    func receive(into buffer: inout [UInt8]) -> Outcome {
        guard isReadable else { return .blocked }
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count >= 0 {
                // A short read emptied the socket. But the end of the stream may have been told already: then ask again.
                if count < buffer.count && !isHungUp { isReadable = false }
                return .done(count)
            }
            if errno == EINTR { continue }
            guard errno == EAGAIN else { return .closed }
            isReadable = false
            return .blocked
        }
    }

    /// Writes what the system takes of two pieces, beginning at `offset` of both together.
    func send(_ first: [UInt8], _ second: [UInt8], from offset: Int) -> Outcome {
        first.withUnsafeBytes { first in
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

    /// Writes what the system takes of a file, and moves `offset` along.
    func send(file: Int32, offset: inout Int, count: Int) -> Outcome {
        writing { sendfile(descriptor, file, &offset, count) }
    }

    /// Begins to count what the client takes.
    func beginAnswer() {
        answerBegan = Clock.now()
        answerSent = 0
    }

    /// Tells the client that nothing more will come, while it may go on sending.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Has the system forget what the client has not taken when the connection is closed.
    func dropUnsent() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Ends the connection at once; whoever waits learns of it.
    func abort() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func isReady(for interest: Interest) -> Bool { interest == .reading ? isReadable : isWritable }

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

extension iovec {
    /// Points at bytes for one call of the system, which only reads them.
    fileprivate init(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }
}
