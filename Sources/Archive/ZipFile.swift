// Writes ZIP archives with libzip: texts from memory, and files from disk without loading them whole.

import CZip

/// Why an archive was not written.
public enum ArchiveError: Error, Equatable {
    case failed(String)
    /// `progress` asked to stop.
    case cancelled
}

/// An entry of an archive, with its name there.
public enum ZipEntry: Sendable {
    case bytes(name: String, [UInt8])
    /// A text on disk, stored compressed.
    case text(name: String, path: String)
    /// A file stored without compression, for pictures, which are compressed already.
    case file(name: String, path: String)
}

public enum ZipFile {
    /// Writes an archive whole or not at all. Calls `progress` from time to time with the share done, from 0 to 1; if
    /// it returns false, the archive is not written.
    public static func write(
        _ entries: [ZipEntry], to path: String, progress: @escaping @Sendable (Double) -> Bool = { _ in true }
    ) throws(ArchiveError) {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            throw .failed("cannot write an archive there (\(code))")
        }
        for entry in entries {
            guard add(entry, to: archive) else {
                let reason = message(archive)
                zip_discard(archive)
                throw .failed(reason)
            }
        }
        let listener = Unmanaged.passRetained(Listener(progress))
        watch(archive, listener.toOpaque())
        if zip_close(archive) != 0 {
            let (reason, isCancelled) = (message(archive), !listener.takeUnretainedValue().goesOn)
            zip_discard(archive)
            listener.release()
            throw isCancelled ? .cancelled : .failed(reason)
        }
        listener.release()
    }

    private static func add(_ entry: ZipEntry, to archive: OpaquePointer) -> Bool {
        let (name, source) = source(of: entry, archive)
        guard let source else { return false }
        let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            return false
        }
        guard case .file = entry else { return true }
        return zip_set_file_compression(archive, zip_uint64_t(index), ZIP_CM_STORE, 0) == 0
    }

    /// The source of an entry. libzip reads it when the archive is closed, so bytes are copied for libzip to free.
    private static func source(of entry: ZipEntry, _ archive: OpaquePointer) -> (String, OpaquePointer?) {
        switch entry {
        case .bytes(let name, let bytes):
            let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
            bytes.withUnsafeBytes {
                copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
            }
            return (name, zip_source_buffer(archive, copy, zip_uint64_t(bytes.count), 1))
        case .text(let name, let path), .file(let name, let path):
            return (name, zip_source_file(archive, path, 0, -1))
        }
    }

    private static func message(_ archive: OpaquePointer) -> String { String(cString: zip_strerror(archive)) }

    private static func watch(_ archive: OpaquePointer, _ listener: UnsafeMutableRawPointer) {
        zip_register_progress_callback_with_state(
            archive, 0.02,
            { _, share, listener in
                if let listener { Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue().hear(share) }
            }, nil, listener)
        zip_register_cancel_callback_with_state(
            archive,
            { _, listener in
                listener.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue().goesOn } ?? true ? 0 : 1
            }, nil, listener)
    }
}

/// The object behind libzip's callbacks, which always run on the writing thread.
private final class Listener {
    private let progress: @Sendable (Double) -> Bool
    private(set) var goesOn = true

    init(_ progress: @escaping @Sendable (Double) -> Bool) { self.progress = progress }

    func hear(_ share: Double) { if !progress(share) { goesOn = false } }
}
