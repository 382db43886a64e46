// Finds the names of functions by their addresses in memory, in the program's own symbol table.

internal import CElfutils
internal import Glibc
internal import Synchronization

enum Symbols {
    private static let table = Mutex(SymbolTable())

    /// The names of this program's functions among those that return to these addresses. Frames of the runtime above
    /// the throwing function are skipped.
    static func names(of addresses: [UInt], most: Int) -> [String] {
        table.withLock { table in
            var names: [String] = []
            for place in addresses.map({ table.place(of: $0) }).drop(while: { $0.isOwn }) where place.isOwn {
                guard let name = place.name, name != names.last else { continue }
                names.append(name)
                if names.count == most { break }
            }
            return names
        }
    }
}

/// What is known about an address.
private struct Place {
    /// Whether the address is in the same binary as this code.
    var isOwn = false
    var name: String?
}

/// elfutils' view of the files mapped into this process, with a cache of looked-up addresses. One thread at a time.
private struct SymbolTable: ~Copyable {
    private var session: OpaquePointer?
    private var own: OpaquePointer?
    private var known: [UInt: Place] = [:]

    mutating func place(of address: UInt) -> Place {
        if let place = known[address] { return place }
        open()
        var place = Place()
        // One less, because the address after a call may belong to the next function.
        let within = Dwarf_Addr(address - 1)
        if let session, let module = dwfl_addrmodule(session, within) {
            place.isOwn = module == own
            if place.isOwn, let symbol = dwfl_module_addrname(module, within) {
                place.name = Self.demangled(symbol).flatMap(FrameName.short)
            }
        }
        known[address] = place
        return place
    }

    private mutating func open() {
        guard session == nil else { return }
        session = toque_own_symbols(getpid())
        let here: @convention(c) () -> Void = {}
        let address = unsafeBitCast(here, to: UInt.self)  // a C function is its address; this one is in our binary
        own = session.flatMap { dwfl_addrmodule($0, Dwarf_Addr(address)) }
    }

    private static func demangled(_ symbol: UnsafePointer<CChar>) -> String? {
        guard let name = swift_demangle(symbol, strlen(symbol), nil, nil, 0) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }
}
