// Finds the handler for a path and method.

import Bytes

/// A tree of routes. A pattern consists of fixed segments, `:name` for any one segment, `:name.ending` for a segment
/// with that ending, and at the end `*name` for all remaining segments. From left to right, fixed segments have
/// priority over `:name.ending`, then `:name`, then `*name`; the method is compared after the path is found.
public struct Router<Handler> {
    /// The result of a lookup.
    public enum Match {
        case found(Handler, Parameters)
        case methodNotAllowed([Method])
        case notFound
    }

    /// A handler and the names of the variable segments in its pattern.
    fileprivate struct Route {
        var method: Method
        var handler: Handler
        var names: [String]
    }

    /// A node of the tree; children are indices into `nodes`.
    fileprivate struct Node {
        var fixed: [String: Int] = [:]
        var endings: [(ending: String, node: Int)] = []
        var parameter: Int?
        var rest: Int?
        var routes: [Route] = []
    }

    private var nodes = [Node()]

    public init() {}

    /// Adds a route. Stops the program if the pattern is malformed or already used, even with other names.
    public mutating func add(_ method: Method, _ pattern: String, _ handler: Handler) {
        precondition(pattern.utf8.first == 0x2F, "a route begins with a slash: \(pattern)")
        var node = 0
        var names: [String] = []
        let parts = pattern == "/" ? [] : pattern.dropFirst().split(bytes: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            precondition(!part.isEmpty, "an empty segment in route \(pattern)")
            let isVariable = part.hasPrefix(bytes: ":") || part.hasPrefix(bytes: "*")
            if isVariable {
                names.append(String(part.dropFirst().prefix(beforeAny: ".")))
                precondition(names.last != "", "a variable without name in route \(pattern)")
                precondition(Set(names).count == names.count, "a name twice in route \(pattern)")
            }
            precondition(
                !part.hasPrefix(bytes: "*") || index == parts.count - 1, "\(part) is not last in route \(pattern)")
            node = child(of: node, part)
        }
        precondition(
            !nodes[node].routes.contains { $0.method == method },
            "two routes for \(method.rawValue) \(pattern)")
        nodes[node].routes.append(Route(method: method, handler: handler, names: names))
    }

    /// Finds the route of a request; GET answers HEAD where HEAD has no route of its own.
    public func lookup(_ method: Method, _ segments: [String]) -> Match {
        var values: [String] = []
        guard let routes = find(segments[...], from: 0, &values) else { return .notFound }
        let route =
            routes.first { $0.method == method } ?? (method == .head ? routes.first { $0.method == .get } : nil)
        if let route {
            return .found(route.handler, Parameters(zip(route.names, values).map { (name: $0, value: $1) }))
        }
        var allowed = routes.map(\.method)
        if allowed.contains(.get), !allowed.contains(.head) { allowed.append(.head) }
        return .methodNotAllowed(allowed.sorted { $0.rawValue < $1.rawValue })
    }

    private mutating func child(of node: Int, _ part: Substring) -> Int {
        let ending = part.hasPrefix(bytes: ":") ? String(part[part.prefix(beforeAny: ".").endIndex...]) : ""
        let existing: Int? =
            switch part.unicodeScalars.first {
            case ":" where !ending.isEmpty: nodes[node].endings.first { $0.ending == ending }?.node
            case ":": nodes[node].parameter
            case "*": nodes[node].rest
            default: nodes[node].fixed[String(part)]
            }
        if let existing { return existing }
        nodes.append(Node())
        let new = nodes.count - 1
        switch part.unicodeScalars.first {
        case ":" where !ending.isEmpty: nodes[node].endings.append((ending, new))
        case ":": nodes[node].parameter = new
        case "*": nodes[node].rest = new
        default: nodes[node].fixed[String(part)] = new
        }
        return new
    }

    private func find(_ segments: ArraySlice<String>, from index: Int, _ values: inout [String]) -> [Route]? {
        let node = nodes[index]
        guard let segment = segments.first else { return node.routes.isEmpty ? nil : node.routes }
        if let next = node.fixed[segment], let routes = find(segments.dropFirst(), from: next, &values) {
            return routes
        }
        for (ending, next) in node.endings {
            guard let value = segment.dropping(suffix: ending), !value.isEmpty else { continue }
            values.append(String(value))
            if let routes = find(segments.dropFirst(), from: next, &values) { return routes }
            values.removeLast()
        }
        if let next = node.parameter, !segment.isEmpty {
            values.append(segment)
            if let routes = find(segments.dropFirst(), from: next, &values) { return routes }
            values.removeLast()
        }
        if let next = node.rest {
            values.append(segments.joined(separator: "/"))
            return nodes[next].routes
        }
        return nil
    }
}

extension Router: Sendable where Handler: Sendable {}
extension Router.Match: Sendable where Handler: Sendable {}
extension Router.Route: Sendable where Handler: Sendable {}
extension Router.Node: Sendable where Handler: Sendable {}
