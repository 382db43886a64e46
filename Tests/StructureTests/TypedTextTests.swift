// Checks that typed and imported texts are sorted by their bytes.

import Testing

struct TypedTextTests {
    /// Files that may call `sorted()`, with the reason.
    private static let numbers = [
        "Sources/Toque/Search/SearchForm.swift": "ids of ingredients"
    ]

    // `<` of two Strings that are not ASCII normalises both, as far as they are canonically equal, each time: a form of
    // 1 MB held an event loop for three seconds.
    @Test func `forms and imports sort texts by bytes`() {
        let files = Project.sources.filter {
            $0.path.hasSuffix("Form.swift") || $0.path.hasPrefix("Sources/Toque/Importing/")
        }
        #expect(files.count > 20)
        for file in files where Self.numbers[file.path] == nil {
            #expect(!file.text.contains(".sorted()"), "\(file.path): use sortedByBytes()")
        }
    }
}
