// A function's name as people read it: without parameters, results and what the compiler made of it.

import Bytes

enum FrameName {
    /// `closure #1 (Swift.Int) -> () in static Toque.A.b<X>(c: X) throws -> ()` is `Toque.A.b`; nil for what nobody wrote
    /// here: thunks, and functions of the standard library that were compiled into the program.
    static func short(_ demangled: String) -> String? {
        let name = withoutBrackets(demangled)
        if name.contains(bytes: "thunk") || name.contains(bytes: "protocol witness") { return nil }
        // Closures and local functions are in a function; specialisations are of one, halves of async ones for one.
        let written = [" in ", " of ", " for "].reduce(name[...]) { name, word in
            name.split(bytes: word, omittingEmptySubsequences: false).last ?? name
        }
        let words = written.split(bytes: " ").drop { ["static", "merged"].contains($0) }
        guard let first = words.first?.trimmingPrefix(anyOf: ":"), !first.hasPrefix(bytes: "Swift."), !first.isEmpty
        else {
            return nil
        }
        return String(first)
    }

    /// Without all brackets and what is in them, but for the name of something private: `A.(b in _F00)` is `A.b`.
    private static func withoutBrackets(_ text: String) -> String {
        var kept = ""
        var depth = 0
        var lastScalar: Unicode.Scalar = " "
        for part in text.replacing(/\.\((\S+) in \w+\)/, with: { ".\($0.output.1)" }).unicodeScalars {
            switch part {
            case "(", "<", "[": depth += 1
            case ">" where lastScalar == "-": kept += depth == 0 ? ">" : ""
            case ")", ">", "]": depth -= 1
            default: if depth == 0 { kept.unicodeScalars.append(part) }
            }
            lastScalar = part
        }
        return kept
    }
}
