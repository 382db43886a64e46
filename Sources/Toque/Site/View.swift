// What every compiled view is to the code that answers with it.

import HTML
import Words

/// A page that a compiled view writes.
protocol View {
    func render(_ language: Language, into out: inout HTMLBuffer)
}
