// The protocol of all compiled views.

import HTML
import Words

/// A page that a compiled view renders.
protocol View {
    func render(_ language: Language, into out: inout HTMLBuffer)
}
