// Changes that the editor's buttons make to the typed form without saving it: rows are moved, added and removed.

import Bytes
import Food
import Words

/// The action of a button, from the value of the field `arrange`.
enum Arrangement: Equatable, Sendable {
    case rows(RowMove)
    case steps(RowMove)
    /// Sets the timer of a step, counted from 0, to the time in its text.
    case timer(Int)
    /// Turns the pasted list into rows, or the pasted recipe into all fields.
    case paste, split
    /// Changes nothing; the page shows diets, nutrition and warnings again.
    case check
    /// Compares this text with the draft of another window.
    case compare
    /// Merges two texts, field by field or by accepting all of the other.
    case merge, theirs
    /// Adds a row for an ingredient that a text names, or states that it is not in the dish.
    case listed(String)
    case notInDish(String)

    static let list = "list-"
    static let leave = "leave-"

    init?(_ value: String) {
        switch value {
        case "paste": self = .paste
        case "split": self = .split
        case "check": self = .check
        case "compare": self = .compare
        case "merge": self = .merge
        case "theirs": self = .theirs
        case _ where value.hasPrefix(bytes: Self.list): self = .listed(String(value.dropFirst(Self.list.count)))
        case _ where value.hasPrefix(bytes: Self.leave): self = .notInDish(String(value.dropFirst(Self.leave.count)))
        default:
            let parts = value.split(bytes: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, let row = Int(parts[2]), (1...1_000).contains(row) else { return nil }
            if value.hasPrefix(bytes: "step-timer-") {
                self = .timer(row - 1)
                return
            }
            guard let kind = RowMove.Kind(rawValue: String(parts[1])) else { return nil }
            let move = RowMove(kind: kind, row: row - 1)
            if parts[0] == "row" {
                self = .rows(move)
            } else if parts[0] == "step" {
                self = .steps(move)
            } else {
                return nil
            }
        }
    }
}

/// A row of a list and the action on it.
struct RowMove: Equatable, Sendable {
    enum Kind: String, Sendable { case up, down, remove, add }

    let kind: Kind
    /// The index of the row, from 0.
    let row: Int
}

extension Array where Element: Sendable {
    /// Moves, removes or adds a row. Returns its new index, or that of the row to edit next.
    mutating func move(_ move: RowMove, empty: Element) -> Int? {
        switch move.kind {
        case .add:
            append(empty)
            return count - 1
        case .remove:
            guard indices.contains(move.row) else { return nil }
            remove(at: move.row)
            return Swift.min(move.row, Swift.max(0, count - 1))
        case .up, .down:
            let place = move.kind == .up ? move.row - 1 : move.row + 1
            guard indices.contains(move.row), indices.contains(place) else { return nil }
            swapAt(move.row, place)
            return place
        }
    }
}

extension RecipeForm {
    /// Applies an action to the ingredient rows. Returns the row's new index.
    mutating func moveRow(_ move: RowMove) -> Int? {
        let place = rows.move(move, empty: RowForm())
        if let place, move.kind == .up || move.kind == .down { joinPart(at: place) }
        return place
    }

    /// Gives a moved row the group of its neighbours, if both have the same one.
    private mutating func joinPart(at place: Int) {
        guard place > 0, place + 1 < rows.count, !rows[place].isEmpty else { return }
        let (above, below) = (rows[place - 1], rows[place + 1])
        if !above.isEmpty, !below.isEmpty, above.group == below.group { rows[place].group = above.group }
    }

    /// Adds a row for an ingredient, in the first empty row if there is one. Returns its index.
    mutating func list(_ name: String) -> Int {
        var row = RowForm()
        row.ingredient = name
        let place = rows.firstIndex { $0.isEmpty && $0.group.isEmpty } ?? rows.count
        if place == rows.count { rows.append(row) } else { rows[place] = row }
        return place
    }

    /// States that an ingredient is not in the dish.
    mutating func leaveOut(_ name: String) { notInDish += notInDish.isEmpty ? name : ", \(name)" }

    mutating func takeOfferedTimer(at place: Int) {
        guard steps.indices.contains(place), let seconds = steps[place].offeredTimer else { return }
        steps[place].timer = .seconds(seconds)
    }

    /// Appends the pasted list as rows.
    mutating func readPasted(_ catalogue: Catalogue, _ language: Language) {
        rows.removeAll(where: \.isEmpty)
        rows += catalogue.lines(pasted: pasted).map { RowForm($0, catalogue, language) }
        pasted = ""
    }

    /// Adds a parsed recipe: typed fields stay, lists are extended. Returns the values that found no place.
    mutating func take(_ read: RecipeForm) -> [String] {
        var left: [String] = []
        for (name, path) in Self.texts where name != "language" && !read[keyPath: path].isEmpty {
            let (old, new) = (self[keyPath: path], read[keyPath: path])
            if old.isEmpty {
                self[keyPath: path] = new
            } else if old != new {
                left.append(new)
            }
        }
        if rows.allSatisfy(\.isEmpty), steps.allSatisfy(\.isEmpty) { language = read.language }
        rows = rows.filter { !$0.isEmpty } + read.rows
        steps = steps.filter { !$0.isEmpty } + read.steps
        return left
    }
}
