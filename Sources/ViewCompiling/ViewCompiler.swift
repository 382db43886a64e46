// Compiles a view to the Swift function that renders it, and writes the frame of the generated file.

import Bytes

/// Compiles a view (`Views/Folder/name.html`) to Swift; the language is described in `docs/views.md`.
public func compileView(_ file: InputFile) throws(Refusal) -> String {
    let name = try ViewName(file)
    let source = try ViewSource(file)
    var parser = ViewParser(source)
    let view = try parser.parse()
    if name.isPartial, view.isLayout || view.layout != nil {
        throw Refusal(file, "a partial is no layout and has none")
    }
    var writer = ViewWriter(source)
    try writer.write(view)
    return name.frame(view, source: source, body: writer.lines)
}

/// The names derived from a view's path.
private struct ViewName {
    let stem: String
    let isPartial: Bool
    let function: String

    init(_ file: InputFile) throws(Refusal) {
        stem = file.stem
        var parts = stem.split(bytes: "/", omittingEmptySubsequences: false).map(String.init)
        isPartial = parts.last?.hasPrefix(bytes: "_") ?? false
        if isPartial { parts[parts.count - 1].removeFirst() }
        let name = parts.joined(separator: "/")
        guard file.name.hasSuffix(bytes: ".html"), isViewName(name) else {
            throw Refusal(file, "a view is named Folder/name.html, a partial Folder/_name.html")
        }
        function = functionName(ofView: name, isPartial: isPartial)
    }

    /// Puts the function and the page type's conformance around the statements.
    func frame(_ view: View, source: ViewSource, body: [String]) -> String {
        let parameters = "_ page: \(view.pageType), _ language: Language, _ out: inout HTMLBuffer"
        let firstLine = "#sourceLocation(file: \(literal(source.file.path)), line: 1)"
        var lines = [
            "// Made from \(source.file.name): do not edit.", "import HTML", "import Texts", "import Words", "",
            firstLine,
        ]
        if view.isLayout {
            lines.append("func \(function)(\(parameters), content: (inout HTMLBuffer) -> Void) {")
        } else {
            lines.append("func \(function)(\(parameters)) {")
        }
        if let layout = view.layout {
            let start = "#sourceLocation(file: \(literal(source.file.path)), line: \(source.line(at: layout.at)))"
            let call = functionName(ofView: layout.view, isPartial: false)
            let argument = Scope().expression(layout.path) ?? "page"
            lines += ["func body(_ out: inout HTMLBuffer) {"] + body + ["}", start]
            lines.append("\(call)(\(argument), language, &out, content: body)")
        } else {
            lines += body
        }
        lines.append("}")
        if !isPartial, !view.isLayout {
            lines += [
                "", firstLine,
                "extension \(view.pageType): View {",
                "func render(_ language: Language, into out: inout HTMLBuffer) { \(function)(self, language, &out) }",
                "}",
            ]
        }
        return lines.joined(separator: "\n") + "\n#sourceLocation()\n"
    }
}

/// The Swift function of a view: `renderRecipesEditForm` for `Recipes/edit-form`.
func functionName(ofView name: String, isPartial: Bool) -> String {
    let words = name.split(anyOf: "/-")
    return "render" + words.map(capitalised).joined() + (isPartial ? "Partial" : "")
}
