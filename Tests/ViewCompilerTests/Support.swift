// How the tests of the compiler put a view in and look at what comes out.

import Testing
import ViewCompiling

func view(_ text: String, name: String = "Recipes/show.html") -> InputFile {
    InputFile(path: "/Views/\(name)", name: name, text: text)
}

/// The generated Swift without its `#sourceLocation` lines, as one line for each statement.
func compiled(_ text: String, name: String = "Recipes/show.html") throws -> [String] {
    let swift = try compileView(view("{{page P}}\n" + text, name: name))
    return swift.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#sourceLocation") }
}

/// The statements that a view's markup becomes.
func statements(_ text: String) throws -> [String] {
    let lines = try compiled(text)
    let start = try #require(lines.firstIndex { $0.hasPrefix("func ") })
    let end = try #require(lines.firstIndex { $0.hasPrefix("extension ") })
    return Array(lines[(start + 1)..<(end - 1)])
}

/// `LINE:COLUMN message` of a view's only mistake, or the generated Swift if there is none.
func refusal(_ text: String, name: String = "Recipes/show.html") -> String {
    do {
        return try compileView(view(text, name: name))
    } catch {
        return error.diagnostics.map { "\($0.line):\($0.column) \($0.message)" }.joined(separator: "\n")
    }
}
