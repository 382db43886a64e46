// swift-tools-version: 6.2
import PackageDescription

/// The Swift settings of all targets. `docs/architecture.md` lists what each target may import.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

func systemLibrary(_ name: String, pkgConfig: String? = nil, debian: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// The settings of targets whose generic code tests call most. Debug builds optimise them too: without specialised
/// generics, tests take much longer.
let optimised = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A target generated from the files of these folders during the build.
func generated(
    _ name: String, from folders: [String], _ dependencies: [Target.Dependency] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: folders, swiftSettings: settings, plugins: ["CompileViews"])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "toque",
    products: [.executable(name: "toque", targets: ["ToqueCommand"])],
    targets: [
        systemLibrary("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
        systemLibrary("CArgon2", pkgConfig: "libargon2", debian: "libargon2-dev"),
        systemLibrary("COpenSSL", pkgConfig: "openssl", debian: "libssl-dev"),
        systemLibrary("CVips", pkgConfig: "vips", debian: "libvips-dev"),
        systemLibrary("CStemmer", debian: "libstemmer-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
        systemLibrary("CBrotli", pkgConfig: "libbrotlienc", debian: "libbrotli-dev"),
        systemLibrary("CLinux", debian: "libc6-dev"),
        systemLibrary("CQRencode", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
        systemLibrary("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
        systemLibrary("CZip", pkgConfig: "libzip", debian: "libzip-dev"),
        systemLibrary("CXML2", pkgConfig: "libxml-2.0", debian: "libxml2-dev"),
        systemLibrary("CElfutils", pkgConfig: "libdw", debian: "libdw-dev"),

        library("Bytes", settings: optimised),
        library("HTTP", ["Bytes"], settings: optimised),
        library("HTTPServer", ["Bytes", "HTTP", "CLinux", "COpenSSL"]),
        library("HTML", settings: optimised),
        library("Words", ["CStemmer"], settings: optimised),
        generated("Food", from: ["Words"], ["Bytes", "Words"], settings: optimised),
        library("Database", ["CSQLite", "Words"], settings: optimised),
        library("Security", ["Bytes", "CArgon2", "COpenSSL"]),
        library("Images", ["CVips"]),
        library("Video", ["Bytes", "CLinux"]),
        library("Compression", ["CZlib", "CBrotli"]),
        library("QRCode", ["CQRencode"]),
        library("Mail", ["Bytes", "CCurl"]),
        library("Fetching", ["Bytes", "CCurl"]),
        library("Archive", ["Bytes", "CZip"]),
        library("HTMLReading", ["Bytes", "CXML2"]),
        library("Backtraces", ["Bytes", "CElfutils"]),
        library("SearchIndex", ["Words"], settings: optimised),

        .executableTarget(name: "ViewCompiler", dependencies: ["ViewCompiling"], swiftSettings: strict),
        library("ViewCompiling", ["Bytes"]),
        .plugin(name: "CompileViews", capability: .buildTool(), dependencies: ["ViewCompiler"]),

        generated("Texts", from: ["Locales"], ["Words"]),
        generated("Content", from: ["Migrations", "Starter"]),

        .target(
            name: "Toque",
            dependencies: [
                "Bytes", "Texts", "Content", "HTTP", "HTTPServer", "HTML", "Words", "Food", "Database", "Security",
                "Images", "Compression", "QRCode", "Mail", "Fetching", "Archive", "HTMLReading", "Video", "Backtraces",
                "SearchIndex",
            ],
            exclude: ["Views"],
            swiftSettings: strict,
            plugins: ["CompileViews"]),
        .executableTarget(name: "ToqueCommand", dependencies: ["Toque"], swiftSettings: strict),

        .target(
            name: "TestKit",
            dependencies: [
                "Toque", "Bytes", "Content", "Texts", "Words", "Food", "HTTP", "Database", "Security", "Mail",
                "Fetching",
                "Video",
            ],
            path: "Tests/TestKit", swiftSettings: strict),
        tests("BytesTests", ["Bytes"]),
        tests("HTTPTests", ["Bytes", "HTTP"]),
        tests("HTTPServerTests", ["HTTPServer", "HTTP", "COpenSSL"]),
        tests("HTMLTests", ["HTML"]),
        tests("ViewCompilerTests", ["ViewCompiling"]),
        tests("WordsTests", ["Words"]),
        tests("DatabaseTests", ["Database"]),
        tests("SecurityTests", ["Security", "CArgon2"]),
        tests("CompressionTests", ["Compression"]),
        tests("ImagesTests", ["Images", "CVips"]),
        tests("VideoTests", ["Video"]),
        tests("MailTests", ["Mail"]),
        tests("FetchingTests", ["Fetching", "HTTP", "HTTPServer"]),
        tests("ArchiveTests", ["Archive"]),
        tests("HTMLReadingTests", ["HTMLReading"]),
        tests("BacktracesTests", ["Backtraces"]),
        tests("SearchIndexTests", ["SearchIndex", "Words"]),
        tests(
            "ToqueTests",
            [
                "Toque", "Bytes", "Content", "Texts", "TestKit", "HTTP", "HTTPServer", "HTML", "HTMLReading",
                "Database",
                "Security", "Words", "Food", "Compression", "Mail", "Fetching", "Archive", "Video", "Backtraces",
                "SearchIndex",
            ]),
        tests(
            "StructureTests",
            ["Bytes", "Content", "Texts", "Words", "Food", "Toque", "TestKit", "HTTP", "Database", "Security"]),
    ]
)

// Only for `script/fuzz`: libFuzzer, which has its own `main`, instruments the targets that parse the fuzzed input.
if Context.environment["TOQUE_FUZZ"] != nil {
    let fuzzers = ["ProviderFuzzer", "RecipeFuzzer", "WordsFuzzer"]
    for name in fuzzers {
        package.products.append(.library(name: name, type: .dynamic, targets: [name]))
        package.targets.append(
            .target(
                name: name, dependencies: ["Toque", "TestKit", "Food", "HTTP", "Database", "Fetching", "Words"],
                path: "Tests/Fuzz", sources: ["\(name).swift"], swiftSettings: strict))
    }
    for target in package.targets
    where fuzzers.contains(target.name) || ["Toque", "Food", "Words", "HTMLReading"].contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
    }
}
