// Shortens the demangled name of a function: without parameters, results and compiler-generated parts.

import Bytes

enum FrameName {
    /// `closure #1 (Swift.Int) -> () in static Toque.A.b<X>(c: X) throws -> ()` becomes `Toque.A.b`; `nil` for
    /// functions without source code in this program: thunks, and inlined functions of the standard library.
    static func short(_ demangled: String) -> String? {
        let name = withoutBrackets(demangled)
        if name.contains(bytes: "thunk") || name.contains(bytes: "protocol witness") { return nil }
        // The name at the end is the written function: "closure in F", "specialisation of F", "async part for F".
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

    /// The text without brackets and their content, but with the name of a private declaration: `A.(b in _F00)` becomes
    /// `A.b`.
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
