// Names of functions by addresses in memory, from the program's own table of symbols.

internal import CElfutils
internal import Glibc
internal import Synchronization

enum Symbols {
    private static let table = Mutex(SymbolTable())

    /// The functions of this program among those that return to these addresses, without the runtime's above the one
    /// that threw.
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

/// What is known of an address.
private struct Place {
    /// Whether it is in the file that this code is in.
    var isOwn = false
    var name: String?
}

/// elfutils' view of the files that are mapped into this process, and what was asked already. One thread at a time.
private struct SymbolTable: ~Copyable {
    private var session: OpaquePointer?
    private var own: OpaquePointer?
    private var known: [UInt: Place] = [:]

    mutating func place(of address: UInt) -> Place {
        if let place = known[address] { return place }
        open()
        var place = Place()
        // One less: the address behind a call may be another function's.
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
        let address = unsafeBitCast(here, to: UInt.self)  // a C function is its address; this one is in the right file
        own = session.flatMap { dwfl_addrmodule($0, Dwarf_Addr(address)) }
    }

    private static func demangled(_ symbol: UnsafePointer<CChar>) -> String? {
        guard let name = swift_demangle(symbol, strlen(symbol), nil, nil, 0) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }
}
