// The last step of compiling a view: writes its Swift statements, and chooses the escaping of each value by its
// position in HTML.

import Bytes

/// Writes the body of a view's function.
struct ViewWriter {
    private let source: ViewSource
    private(set) var lines: [String] = []
    private var state = HTMLState()
    private var scope = Scope()
    /// Markup that is not yet written, so that adjacent pieces become one literal.
    private var pending: [UInt8] = []
    private var blockCount = 0

    init(_ source: ViewSource) {
        self.source = source
    }

    /// Writes a whole view, which must begin and end between tags.
    mutating func write(_ view: View) throws(Refusal) {
        try write(view.nodes)
        flush()
        guard state.place == .text else {
            throw source.refusal(at: source.bytes.count, "the view ends within a tag, a comment or <\(state.element)>")
        }
    }

    private mutating func write(_ nodes: [ViewNode]) throws(Refusal) {
        for node in nodes {
            switch node {
            case .markup(let range): try markup(range)
            case .value(let path, let offset): try output(try expression(path, at: offset), at: offset)
            case .translation(let key, let arguments, let offset):
                try output(try translation(key, arguments, at: offset), at: offset)
            case .partial(let view, let path, let offset):
                try mustBeText("a partial", at: offset)
                let call = functionName(ofView: view, isPartial: true)
                statement("\(call)(\(try expression(path, at: offset)), language, &out)", at: offset)
            case .content(let offset):
                try mustBeText("{{content}}", at: offset)
                statement("content(&out)", at: offset)
            case .choice(let branches, let end): try choice(branches, end: end)
            case .with(let path, let name, let body, let otherwise, let offset, let end):
                try with(path, name, body, otherwise, at: offset, end: end)
            case .each(let path, let name, let body, let otherwise, let offset, let end):
                try each(path, name, body, otherwise, at: offset, end: end)
            }
        }
    }

    // MARK: Markup and values

    private mutating func markup(_ range: Range<Int>) throws(Refusal) {
        for offset in range {
            let byte = source.bytes[offset]
            try at(offset) { state throws(TagError) in try state.take(byte) }
        }
        pending += source.bytes[range]
    }

    private mutating func output(_ expression: String, at offset: Int) throws(Refusal) {
        let method = try at(offset) { state throws(TagError) in try state.takeValue() }
        statement("out.\(method)(\(expression))", at: offset)
    }

    private mutating func translation(
        _ key: String, _ arguments: [(name: String, path: Path)], at offset: Int
    ) throws(Refusal) -> String {
        var list = ["language"]
        for argument in arguments {
            list.append("\(argument.name): \(try expression(argument.path, at: offset))")
        }
        return "Text.\(identifier(camelCase(key)))(\(list.joined(separator: ", ")))"
    }

    private mutating func expression(_ path: Path, at offset: Int) throws(Refusal) -> String {
        guard let expression = scope.use(path) else {
            throw source.refusal(at: offset, "'\(path.components[0])' is not the variable of an {{#each}} around")
        }
        return expression
    }

    private func mustBeText(_ what: String, at offset: Int) throws(Refusal) {
        guard state.place == .text else { throw source.refusal(at: offset, "\(what) can only stand between tags") }
    }

    // MARK: Blocks

    private mutating func choice(
        _ branches: [(condition: Condition?, body: [ViewNode], at: Int)], end: Int
    ) throws(Refusal) {
        let before = try enterBlock(at: branches[0].at)
        var after: HTMLState?
        for (index, branch) in branches.enumerated() {
            let keyword = index == 0 ? "" : "} else "
            if let condition = branch.condition {
                let test = try expression(condition.path, at: branch.at)
                // Parentheses, because `!` binds more tightly than `==`.
                let isComparison = condition.path.loopProperty != nil
                let negated = isComparison ? "!(\(test))" : "!\(test)"
                statement("\(keyword)if \(condition.isNegated ? negated : test) {", at: branch.at)
            } else {
                statement("\(keyword){", at: branch.at)
            }
            let next = index + 1 < branches.count ? branches[index + 1].at : end
            after = try merge(after, try body(branch.body, from: before, end: next), at: next)
        }
        let hasElse = branches.last.map { $0.condition == nil } ?? false
        state = try merge(after, hasElse ? nil : before, at: end) ?? before
        statement("}", at: end)
    }

    private mutating func with(
        _ path: Path, _ name: String, _ nodes: [ViewNode], _ otherwise: [ViewNode], at offset: Int, end: Int
    ) throws(Refusal) {
        let before = try enterBlock(at: offset)
        let optional = try expression(path, at: offset)
        try enter(name, isLoop: false, at: offset)
        let outer = takeLines()
        let some = try body(nodes, from: before, end: end)
        let inner = takeLines()
        lines = outer
        let variable = scope.leave()
        statement(
            variable.usesValue ? "if let \(identifier(name)) = \(optional) {" : "if \(optional) != nil {", at: offset)
        lines += inner
        statement("} else {", at: end)
        let none = try body(otherwise, from: before, end: end)
        state = try merge(some, none, at: end) ?? before
        statement("}", at: end)
    }

    private mutating func each(
        _ path: Path, _ name: String, _ nodes: [ViewNode], _ otherwise: [ViewNode], at offset: Int, end: Int
    ) throws(Refusal) {
        let before = try enterBlock(at: offset)
        let list = try expression(path, at: offset)
        try enter(name, isLoop: true, at: offset)
        let outer = takeLines()
        // The second turn begins where the first one ends, so the body is processed from a state that is valid for
        // both.
        let turn = try body(nodes, from: before.asRepeated, end: end)
        guard let again = try merge(before.asRepeated, turn, at: end) else { return }
        let inner = takeLines()
        lines = outer
        let variable = scope.leave()
        statement("let \(variable.list) = \(list)", at: offset)
        if variable.usesIndex { lines.append("var \(variable.index) = 0") }
        statement("for \(variable.usesValue ? identifier(name) : "_") in \(variable.list) {", at: offset)
        if variable.usesIndex { lines.append("\(variable.index) += 1") }
        lines += inner + ["}"]
        if !otherwise.isEmpty { statement("if \(variable.list).isEmpty {", at: end) }
        let empty = try body(otherwise, from: before, end: end)
        if !otherwise.isEmpty { lines.append("}") }
        state = try merge(again, empty, at: end) ?? before
    }

    private mutating func enterBlock(at offset: Int) throws(Refusal) -> HTMLState {
        try at(offset) { state throws(TagError) in try state.settle() }
        flush()
        return state
    }

    private mutating func enter(_ name: String, isLoop: Bool, at offset: Int) throws(Refusal) {
        guard !Scope.reserved.contains(name), !name.hasPrefix(bytes: "_") else {
            throw source.refusal(at: offset, "'\(name)' cannot be a variable's name")
        }
        guard !scope.contains(name) else { throw source.refusal(at: offset, "'\(name)' is already a variable here") }
        blockCount += 1
        scope.enter(Scope.Variable(name: name, number: blockCount, isLoop: isLoop))
    }

    /// Writes a branch and returns the state at its end.
    private mutating func body(_ nodes: [ViewNode], from before: HTMLState, end: Int) throws(Refusal) -> HTMLState {
        state = before
        try write(nodes)
        flush()
        try at(end) { state throws(TagError) in try state.settle() }
        return state
    }

    private func merge(_ one: HTMLState?, _ other: HTMLState?, at offset: Int) throws(Refusal) -> HTMLState? {
        guard let one, let other else { return one ?? other }
        guard let merged = one.merged(with: other) else {
            throw source.refusal(
                at: offset,
                "the branches of this block end in different places of the HTML, such as in and out of a tag")
        }
        return merged
    }

    // MARK: Lines

    /// Runs a function on the state, and turns its error into a refusal at this place.
    private mutating func at<Result>(
        _ offset: Int, _ body: (inout HTMLState) throws(TagError) -> Result
    ) throws(Refusal) -> Result {
        do {
            return try body(&state)
        } catch {
            throw source.refusal(at: offset, error.message)
        }
    }

    /// Adds a statement whose errors are reported at the line of the view.
    private mutating func statement(_ swift: String, at offset: Int) {
        flush()
        lines.append("#sourceLocation(file: \(literal(source.file.path)), line: \(source.line(at: offset)))")
        lines.append(swift)
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        lines.append("out.literal(\(literal(String(decoding: pending, as: UTF8.self))))")
        pending = []
    }

    private mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }
}
