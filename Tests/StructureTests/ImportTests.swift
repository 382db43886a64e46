// Checks what each target imports against the table of docs/architecture.md.

import Testing

struct ImportTests {
    /// The allowed imports by target. Modules of the toolchain are listed too, so that adding one is a decision.
    static let allowed: [String: Set<String>] = [
        "Bytes": [],
        "HTTP": ["Foundation", "Synchronization", "Bytes"],
        "HTTPServer": ["Foundation", "Synchronization", "Bytes", "HTTP", "CLinux", "COpenSSL"],
        "HTML": [],
        "Words": ["Foundation", "Synchronization", "CStemmer"],
        "Food": ["Foundation", "Synchronization", "Bytes", "Words"],
        "Texts": [],
        "Content": [],
        "Database": ["Foundation", "Synchronization", "CSQLite", "Words"],
        "Security": ["Foundation", "Bytes", "CArgon2", "COpenSSL"],
        "Images": ["Foundation", "CVips"],
        "Video": ["Foundation", "Bytes", "CLinux"],
        "Compression": ["CZlib", "CBrotli"],
        "QRCode": ["CQRencode"],
        "Mail": ["Foundation", "Bytes", "CCurl"],
        "Fetching": ["Foundation", "Bytes", "CCurl"],
        "Archive": ["Foundation", "Bytes", "CZip"],
        "HTMLReading": ["Bytes", "CXML2"],
        "Backtraces": ["Glibc", "Synchronization", "Bytes", "CElfutils"],
        "SearchIndex": ["Foundation", "Words"],
        "ViewCompiling": ["Bytes"],
        "ViewCompiler": ["FoundationEssentials", "Glibc", "ViewCompiling"],
        "Toque": [
            "Foundation", "Dispatch", "Synchronization",
            "Bytes", "HTTP", "HTTPServer", "HTML", "Words", "Food", "Texts", "Content", "Database", "Security",
            "Images", "Compression", "QRCode", "Mail", "Fetching", "Archive", "HTMLReading", "Video", "Backtraces",
            "SearchIndex",
        ],
        "ToqueCommand": ["Foundation", "Toque"],
    ]

    @Test func `every target imports only what its row allows`() {
        for file in Project.sources {
            let target = file.folders[1]
            guard let allowed = Self.allowed[target] else {
                Issue.record("\(file): no row says what target \(target) may import")
                continue
            }
            let others = Set(file.imports).subtracting(allowed)
            #expect(others.isEmpty, "\(file) imports \(others.sorted())")
        }
    }

    @Test func `no row allows an unused import`() {
        for (target, allowed) in Self.allowed {
            let used = Set(Project.sources.filter { $0.folders[1] == target }.flatMap(\.imports))
            let spare = allowed.subtracting(used).subtracting(["Foundation"])
            #expect(spare.isEmpty, "\(target) does not import \(spare.sorted())")
        }
    }

    /// A test may import the C modules that its target uses, and no others.
    @Test func `tests import the C modules of their own target only`() {
        for file in Project.tests {
            let target = file.folders[1].replacing("Tests", with: "")
            let modules = Set(file.imports.filter { cModules.contains($0) })
            let others = modules.subtracting(Self.allowed[target] ?? [])
            #expect(others.isEmpty, "\(file) imports \(others.sorted())")
        }
    }

    @Test func `rules use no database, no request and no clock`() {
        let rules = Project.sources.filter { $0.name.hasSuffix("Rules.swift") }
        #expect(!rules.isEmpty)
        for file in rules {
            let modules = Set(file.imports).subtracting(["Foundation", "Words", "Bytes", "Food"])
            #expect(modules.isEmpty, "\(file) imports \(modules.sorted())")
            let words = Set(file.words.map(\.text))
            let clocks = words.intersection([
                "Date", "Context", "Request", "Connection", "systemClock", "ContinuousClock",
            ])
            #expect(clocks.isEmpty, "\(file) uses \(clocks.sorted())")
        }
    }

    private var cModules: Set<String> { Set(Project.names(in: "Sources/System")) }
}
