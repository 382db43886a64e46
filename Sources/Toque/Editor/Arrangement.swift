// What the editor's buttons do to what is typed, without saving it: rows that move, go and come.

import Bytes
import Food
import Words

/// What a button asks for, by the value of the field `arrange`.
enum Arrangement: Equatable, Sendable {
    case rows(RowMove)
    case steps(RowMove)
    /// The step, from 0, takes the timer that its text speaks of.
    case timer(Int)
    /// The pasted list becomes rows, the pasted recipe everything.
    case paste, split
    /// Nothing moves; diets, nutrition and warnings are told anew.
    case check
    /// This text beside the draft that another window keeps.
    case compare
    /// One text of two, field by field or as the other has it.
    case merge, theirs
    /// An ingredient that a text names gets a row, or is said to be no part of the dish.
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

/// One row of a list and where it goes.
struct RowMove: Equatable, Sendable {
    enum Kind: String, Sendable { case up, down, remove, add }

    let kind: Kind
    /// From 0.
    let row: Int
}

extension Array where Element: Sendable {
    /// Moves, removes or adds a row; where the row is now, or the one to go on with.
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
    /// Does what a button asks of the rows; where the row is now.
    mutating func moveRow(_ move: RowMove) -> Int? {
        let place = rows.move(move, empty: RowForm())
        if let place, move.kind == .up || move.kind == .down { joinPart(at: place) }
        return place
    }

    /// Between two rows of one part, a row belongs to it.
    private mutating func joinPart(at place: Int) {
        guard place > 0, place + 1 < rows.count, !rows[place].isEmpty else { return }
        let (above, below) = (rows[place - 1], rows[place + 1])
        if !above.isEmpty, !below.isEmpty, above.group == below.group { rows[place].group = above.group }
    }

    /// Gives an ingredient a row, the first empty one where there is one; where that is.
    mutating func list(_ name: String) -> Int {
        var row = RowForm()
        row.ingredient = name
        let place = rows.firstIndex { $0.isEmpty && $0.group.isEmpty } ?? rows.count
        if place == rows.count { rows.append(row) } else { rows[place] = row }
        return place
    }

    /// Says of an ingredient that it is no part of the dish.
    mutating func leaveOut(_ name: String) { notInDish += notInDish.isEmpty ? name : ", \(name)" }

    mutating func takeOfferedTimer(at place: Int) {
        guard steps.indices.contains(place), let seconds = steps[place].offeredTimer else { return }
        steps[place].timer = .seconds(seconds)
    }

    /// The pasted list as rows after those that are there.
    mutating func readPasted(_ catalogue: Catalogue, _ language: Language) {
        rows.removeAll(where: \.isEmpty)
        rows += catalogue.lines(pasted: pasted).map { RowForm($0, catalogue, language) }
        pasted = ""
    }

    /// Takes a recipe in: what was typed stays, lists go on; returns what found no place.
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
