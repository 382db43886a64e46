// Splits lists into runs of neighbouring elements.

extension Array {
    /// Runs of neighbours that belong together, in order.
    @inlinable
    public func chunked(by belongs: (Element, Element) -> Bool) -> [[Element]] {
        var chunks: [[Element]] = []
        for element in self {
            if let last = chunks.last?.last, belongs(last, element) {
                chunks[chunks.count - 1].append(element)
            } else {
                chunks.append([element])
            }
        }
        return chunks
    }
}
