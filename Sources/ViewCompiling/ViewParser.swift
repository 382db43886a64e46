// The second step of compiling a view: nests its tags into blocks.

/// Parses the tags of a view in order.
struct ViewParser {
    private let source: ViewSource
    private var index = 0
    private var contentCount = 0
    private var depth = 0

    init(_ source: ViewSource) {
        self.source = source
    }

    /// Parses the whole view.
    mutating func parse() throws(Refusal) -> View {
        guard source.tags.first?.range.lowerBound == 0, case .page(let pageType) = try tag(0) else {
            throw source.refusal(at: 0, "a view begins with {{page TypeName}}")
        }
        index = 1
        var layout: (view: String, path: Path, at: Int)?
        if source.tags.count > 1, case .layout(let view, let path) = try tag(1) {
            guard source.bytes[source.markup[1]].isEmpty else { throw misplaced(1) }
            layout = (view, path, start(1))
            index = 2
        }
        var nodes: [ViewNode] = []
        // Of the header, only the text after its last tag is markup.
        if let end = try body(into: &nodes) {
            throw source.refusal(at: start(end), "this tag closes or continues no block")
        }
        return View(pageType: pageType, layout: layout, nodes: nodes, isLayout: contentCount > 0)
    }

    /// Parses up to a tag that ends or continues the surrounding block, whose index is returned, or to the end of the
    /// file.
    private mutating func body(into nodes: inout [ViewNode]) throws(Refusal) -> Int? {
        nodes.append(.markup(source.markup[index]))
        while index < source.tags.count {
            let current = index
            switch try tag(current) {
            case .end, .otherwise, .elseIf: return current
            case .comment: index += 1
            case .page, .layout: throw misplaced(current)
            case .value(let path): add(.value(path, at: start(current)), to: &nodes)
            case .translation(let key, let arguments):
                add(.translation(key: key, arguments: arguments, at: start(current)), to: &nodes)
            case .partial(let view, let path): add(.partial(view: view, path, at: start(current)), to: &nodes)
            case .content: add(try content(current), to: &nodes)
            case .ifBlock(let condition): nodes.append(try choice(condition))
            case .withBlock(let path, let name):
                let (body, otherwise, end) = try block("with")
                nodes.append(.with(path, name: name, body: body, otherwise: otherwise, at: start(current), end: end))
            case .eachBlock(let path, let name):
                let (body, otherwise, end) = try block("each")
                nodes.append(.each(path, name: name, body: body, otherwise: otherwise, at: start(current), end: end))
            }
            nodes.append(.markup(source.markup[index]))
        }
        return nil
    }

    private mutating func add(_ node: ViewNode, to nodes: inout [ViewNode]) {
        nodes.append(node)
        index += 1
    }

    private mutating func content(_ current: Int) throws(Refusal) -> ViewNode {
        contentCount += 1
        guard contentCount == 1, depth == 0 else {
            throw source.refusal(at: start(current), "{{content}} stands once in a layout, outside every block")
        }
        return .content(at: start(current))
    }

    private mutating func choice(_ condition: Condition) throws(Refusal) -> ViewNode {
        let opening = index
        var branches: [(condition: Condition?, body: [ViewNode], at: Int)] = []
        var condition: Condition? = condition
        while true {
            let branch = index
            let (body, end) = try branchBody("if", opening: opening)
            branches.append((condition, body, start(branch)))
            switch try tag(end) {
            case .end: return .choice(branches, end: start(end))
            case .elseIf(let next) where condition != nil: condition = next
            case .otherwise where condition != nil: condition = nil
            default: throw source.refusal(at: start(end), "nothing can follow the {{else}} of this {{#if}}")
            }
        }
    }

    /// Parses a block with one body and an optional `{{else}}`.
    private mutating func block(_ name: String) throws(Refusal) -> ([ViewNode], [ViewNode], end: Int) {
        let opening = index
        let (body, middle) = try branchBody(name, opening: opening)
        switch try tag(middle) {
        case .end: return (body, [], start(middle))
        case .otherwise: break
        default: throw source.refusal(at: start(middle), "{{else if}} is only for {{#if}}")
        }
        let (otherwise, end) = try branchBody(name, opening: opening)
        guard case .end = try tag(end) else {
            throw source.refusal(at: start(end), "nothing can follow the {{else}} of this {{#\(name)}}")
        }
        return (body, otherwise, start(end))
    }

    /// Parses the body after the current tag, and skips the tag that ends it.
    private mutating func branchBody(_ name: String, opening: Int) throws(Refusal) -> ([ViewNode], end: Int) {
        index += 1
        depth += 1
        var nodes: [ViewNode] = []
        guard let end = try body(into: &nodes) else {
            throw source.refusal(at: start(opening), "{{#\(name)}} is not closed by {{/\(name)}}")
        }
        depth -= 1
        if case .end(let closing) = try tag(end) {
            guard closing == name else {
                throw source.refusal(at: start(end), "{{/\(closing)}} cannot close {{#\(name)}}")
            }
            index += 1
        }
        return (nodes, end)
    }

    private func tag(_ index: Int) throws(Refusal) -> ViewTag {
        do {
            return try ViewTag(source.tags[index].content)
        } catch {
            throw source.refusal(at: start(index), error.message)
        }
    }

    private func start(_ index: Int) -> Int { source.tags[index].range.lowerBound }

    private func misplaced(_ index: Int) -> Refusal {
        source.refusal(at: start(index), "{{page}} is the first line of a view, {{layout}} the second")
    }
}
