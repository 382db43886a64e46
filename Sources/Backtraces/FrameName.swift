// A function's name as people read it: without parameters, results and what the compiler made of it.

enum FrameName {
    /// `closure #1 (Swift.Int) -> () in static Toque.A.b<X>(c: X) throws -> ()` is `Toque.A.b`; nil for what nobody wrote
    /// here: thunks, and functions of the standard library that were compiled into the program.
    static func short(_ demangled: String) -> String? {
        let name = withoutBrackets(demangled)
        if name.contains("thunk") || name.contains("protocol witness") { return nil }
        // Closures and local functions are in a function; specialisations are of one, halves of async ones for one.
        let written = [" in ", " of ", " for "].reduce(name[...]) { name, word in
            name.ranges(of: word).last.map { name[$0.upperBound...] } ?? name
        }
        let words = written.split(separator: " ").drop { ["static", "merged"].contains($0) }
        guard let first = words.first?.drop(while: { $0 == ":" }), !first.hasPrefix("Swift."), !first.isEmpty else {
            return nil
        }
        return String(first)
    }

    /// Without all brackets and what is in them, but for the name of something private: `A.(b in _F00)` is `A.b`.
    private static func withoutBrackets(_ text: String) -> String {
        var kept = ""
        var depth = 0
        var last: Character = " "
        for part in text.replacing(/\.\((\S+) in \w+\)/, with: { ".\($0.output.1)" }) {
            switch part {
            case "(", "<", "[": depth += 1
            case ">" where last == "-": kept += depth == 0 ? ">" : ""
            case ")", ">", "]": depth -= 1
            default: if depth == 0 { kept.append(part) }
            }
            last = part
        }
        return kept
    }
}
