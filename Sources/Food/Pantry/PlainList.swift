// Long lists of numbers without bounds checks and reference counts.

/// A list of numbers in memory of its own. Copies share the memory: one owner changes the list and frees it at last, and
/// no copy is used after a change. Places are not checked outside debug builds.
struct PlainList<Element: BitwiseCopyable> {
    private var start: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity = 16

    init() { start = .allocate(capacity: capacity) }

    func free() { start.deallocate() }

    @inline(__always)
    subscript(place: Int) -> Element {
        get {
            assert(place >= 0 && place < count)
            return start[place]
        }
        nonmutating set {
            assert(place >= 0 && place < count)
            start[place] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { reserve(capacity + capacity / 2) }
        (start + count).initialize(to: element)
        count += 1
    }

    mutating func append(_ elements: UnsafeBufferPointer<Element>) {
        if count + elements.count > capacity { reserve(max(count + elements.count, capacity + capacity / 2)) }
        if let first = elements.baseAddress { (start + count).initialize(from: first, count: elements.count) }
        count += elements.count
    }

    mutating func append(repeating element: Element, count more: Int) {
        reserve(count + more)
        (start + count).initialize(repeating: element, count: more)
        count += more
    }

    mutating func reserve(_ wanted: Int) {
        if wanted <= capacity { return }
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
        larger.initialize(from: start, count: count)
        start.deallocate()
        (start, capacity) = (larger, wanted)
    }

    /// Keeps only the first elements.
    mutating func cut(to length: Int) { count = min(count, length) }

    subscript(range: Range<Int>) -> UnsafeBufferPointer<Element> {
        assert(range.lowerBound >= 0 && range.upperBound <= count)
        return UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    var all: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }
}

extension PlainList<UInt32> {
    /// The range of the entries of a place, in a list of the places behind the last entry of each.
    @inline(__always)
    func range(_ place: Int) -> Range<Int> {
        let start = place == 0 ? 0 : Int(self[place - 1])
        return Range(uncheckedBounds: (start, Int(self[place])))
    }
}
