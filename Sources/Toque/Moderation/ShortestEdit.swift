// The fewest words to take out and put in that turn one text into another: a pure rule with a bounded cost.

import Food

/// Myers' greedy algorithm (An O(ND) Difference Algorithm and Its Variations, 1986).
struct ShortestEdit {
    /// For each element of the first list, whether it goes; for each of the second, whether it comes.
    private(set) var removed: [Bool]
    private(set) var added: [Bool]

    /// `nil` when finding out would compare more than `2 * effort` elements; `work` counts those that were compared.
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

    /// Whether the best way onto a diagonal takes an element of the second list rather than dropping one of the first.
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
