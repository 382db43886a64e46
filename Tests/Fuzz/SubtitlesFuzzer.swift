// Fuzzes subtitles: accepted ones are short, have a header, and contain no tags but `<b>`, `<i>` and `<u>`.

import Foundation

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let lines = text.utf8.count { $0 == 0x0A || $0 == 0x0D } + 1
    if let problem = WebVTT.problem(in: text, milliseconds: 10_000) {
        precondition((1...lines).contains(problem.line))
        return 0
    }
    precondition(text.utf8.count <= WebVTT.longest && text.contains("WEBVTT") && text.contains("-->"))
    for mark in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
        precondition(mark.first.map { "biu/".contains($0) } ?? false)
    }
    for word in ["STYLE\n", "REGION\n", "NOTE\n"] { precondition(!text.hasPrefix("WEBVTT\n\n" + word)) }
    return 0
}
