// Finds the smallest set of removals and insertions that turns one list into another, with a limited cost.

import Food

/// Myers' greedy algorithm (An O(ND) Difference Algorithm and Its Variations, 1986).
struct ShortestEdit {
    /// For each element of the first list whether it is removed, and for each of the second whether it is added.
    private(set) var removed: [Bool]
    private(set) var added: [Bool]

    /// `nil` if the search would compare more than `2 * effort` elements; `work` counts the compared elements.
    static func between<Element: Hashable>(
        _ first: [Element], _ second: [Element], effort: Int, work: WorkCounter? = nil
    ) -> ShortestEdit? {
        var numbers: [Element: Int] = [:]
        func number(_ element: Element) -> Int {
            numbers[element]
                ?? {
                    numbers[element] = numbers.count
                    return numbers.count - 1
                }()
        }
        return ShortestEdit(first.map(number), second.map(number), effort: effort, work)
    }

    private init?(_ first: [Int], _ second: [Int], effort: Int, _ work: WorkCounter?) {
        removed = Array(repeating: false, count: first.count)
        added = Array(repeating: false, count: second.count)
        let all = first.count + second.count
        if all == 0 { return }
        let limit = min(all, max(1, effort / all))
        // The farthest place in `first` on each diagonal, as it was before each round.
        var farthest = Array(repeating: 0, count: 2 * limit + 2)
        var rounds: [[Int]] = []
        var compared = 0
        defer { work?.add(compared) }
        for round in 0...limit {
            rounds.append(Array(farthest[(limit - round)...(limit + round + 1)]))
            for diagonal in stride(from: -round, through: round, by: 2) {
                let comesFromAbove = Self.isDown(diagonal, round) { farthest[limit + $0] }
                var i = comesFromAbove ? farthest[limit + diagonal + 1] : farthest[limit + diagonal - 1] + 1
                let start = i
                while i < first.count, i - diagonal < second.count, first[i] == second[i - diagonal] { i += 1 }
                compared += i - start + 1
                farthest[limit + diagonal] = i
                if i >= first.count, i - diagonal >= second.count {
                    walkBack(rounds, first.count, second.count)
                    return
                }
            }
        }
        return nil
    }

    /// Whether the best step onto a diagonal adds an element of the second list instead of removing one of the first.
    private static func isDown(_ diagonal: Int, _ round: Int, _ farthest: (Int) -> Int) -> Bool {
        diagonal == -round || (diagonal != round && farthest(diagonal - 1) < farthest(diagonal + 1))
    }

    private mutating func walkBack(_ rounds: [[Int]], _ firstCount: Int, _ secondCount: Int) {
        var (i, j) = (firstCount, secondCount)
        for round in stride(from: rounds.count - 1, to: 0, by: -1) {
            let farthest = { rounds[round][$0 + round] }
            let diagonal = i - j
            if Self.isDown(diagonal, round, farthest) {
                i = farthest(diagonal + 1)
                j = i - diagonal - 1
                added[j] = true
            } else {
                i = farthest(diagonal - 1)
                j = i - diagonal + 1
                removed[i] = true
            }
        }
    }
}
