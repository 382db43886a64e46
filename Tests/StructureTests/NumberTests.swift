// Checks that no amount can end the process: `Int` of a large `Double` traps.

import Testing

struct NumberTests {
    /// Files that may convert without `Int(nearest:)`, with the reason.
    private static let bounded = [
        "Sources/Images/Images.swift": "sides of a picture that libvips has opened",
        "Sources/Toque/Site/Dates.swift": "days of a time in milliseconds",
        "Sources/Bytes/Numbers.swift": "the conversion itself",
    ]

    @Test func `rounded numbers are converted without a trap`() {
        for file in Project.sources where Self.bounded[file.path] == nil {
            let found = file.text.matches(of: /[^.\w]Int\([^,\n]*\.rounded\(/).map { String($0.output) }
            #expect(found.allSatisfy { $0.contains("exactly:") || $0.contains("nearest:") }, "\(file.path): \(found)")
        }
    }
}
