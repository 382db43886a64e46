// Reads the short lists of the starter catalogue: categories, cuisines, aisles.

import Bytes

/// A category, a cuisine or an aisle: its key and its names.
package struct CatalogueTerm: Sendable, Equatable {
    package let key: String
    package let english: String
    package let russian: String

    package init(key: String, english: String, russian: String) {
        self.key = key
        self.english = english
        self.russian = russian
    }

    /// Reads lines of `key | English | Russian`.
    package static func parse(_ text: String, file: String) throws(CatalogueError) -> [CatalogueTerm] {
        var terms: [CatalogueTerm] = []
        var keys: Set<String> = []
        for (number, line) in CatalogueText.lines(text) {
            let fields = CatalogueText.split(line, by: "|")
            if fields == [""] || fields[0].hasPrefix(bytes: "#") { continue }
            guard fields.count == 3, fields.allSatisfy({ !$0.isEmpty }) else {
                throw CatalogueError(file: file, line: number, message: "expected “key | English | Russian”")
            }
            guard keys.insert(fields[0]).inserted else {
                throw CatalogueError(file: file, line: number, message: "“\(fields[0])” a second time")
            }
            terms.append(CatalogueTerm(key: fields[0], english: fields[1], russian: fields[2]))
        }
        return terms
    }
}
