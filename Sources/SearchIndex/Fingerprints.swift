// A number for everything that the index has of a document, to compare two indexes.

extension SearchIndex {
    /// A number for each id, equal in two indexes that have the same words and facts of the document.
    public func fingerprints() -> [Int: UInt64] {
        read {
            var sums: [Int: UInt64] = [:]
            for part in parts {
                for (document, sum) in fingerprints(part).enumerated() where part.live.contains(document) {
                    sums[Int(part.documents.ids[document])] = sum
                }
            }
            return sums
        }
    }

    private func fingerprints(_ part: Part) -> [UInt64] {
        let documents = part.documents
        var sums = (0..<documents.count).map { document in
            Self.mix(UInt64(bitPattern: documents.published[document]), UInt64(documents.lengths[document]))
                &+ Self.mix(UInt64(documents.titleLengths[document]), UInt64(documents.minutes[document]))
        }
        documents.eachKey { key in
            guard let postings = documents.postings(key) else { return }
            let word = Self.hash(lexicon.text(key / 2)) &+ UInt64(key & 1)
            for index in 0..<postings.count {
                sums[Int(postings.documents[index])] &+= Self.mix(word, UInt64(postings.weights[index]))
            }
        }
        documents.eachFact { key in
            let set = Bits.make(documents: documents.count)
            defer { set.free() }
            documents.members(key).insert(into: set)
            let fact = DocumentFact(key: key)
            // Another index has other numbers for the same texts.
            let value = fact.kind >= TextFact.firstKind ? Self.hash(lexicon.text(UInt32(fact.value))) : key
            set.eachDocument { sums[$0] &+= Self.mix(value, UInt64(fact.kind)) }
        }
        return sums
    }

    private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var mixed = (first &+ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9 ^ second
        mixed = (mixed ^ mixed >> 29) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 32
    }

    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
