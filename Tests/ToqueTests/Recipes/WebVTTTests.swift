// Tests of accepted subtitles, and of errors with their line numbers.

import Testing

@testable import Toque

@Suite struct WebVTTTests {
    private func problem(_ text: String) -> WebVTT.Problem? { WebVTT.problem(in: text, milliseconds: 10_000) }

    @Test(arguments: [
        "WEBVTT\n\n00:00.000 --> 00:02.500\nStir.",
        "\u{FEFF}WEBVTT\r\n\r\n1\r\n00:00:00.000 --> 00:00:10.000 align:start position:0%\r\nStir.\r\nSlowly.\r\n",
        "WEBVTT\n\n\n00:00.000 --> 00:01.000\n<i>Помешайте</i> & ждите\n\nlast\n00:00.000 --> 00:03.000\n- Stir > shake",
    ])
    func `plain subtitles are accepted`(text: String) { #expect(problem(text) == nil) }

    @Test(arguments: [
        ("", WebVTT.Problem.Kind.start, 1), ("webvtt\n\n", .start, 1), ("WEBVTT Kind: captions\n\n", .start, 1),
        ("WEBVTT\nKind: captions\n\n", .start, 2), ("WEBVTT", .empty, 1), ("WEBVTT\n\n\n", .empty, 1),
        ("WEBVTT\n\nNOTE hidden\n\n00:00.000 --> 00:01.000\na", .block, 3),
        ("WEBVTT\n\nSTYLE\n::cue { color: red }", .block, 3), ("WEBVTT\n\nREGION\nid:a", .block, 3),
        ("WEBVTT\n\nNOTE\n00:00.000 --> 00:01.000\na", .block, 3), ("WEBVTT\n\nwords", .block, 3),
        ("WEBVTT\n\n0:00.000 --> 00:01.000\na", .time, 3), ("WEBVTT\n\n00:01.000 --> 00:01.000\na", .time, 3),
        ("WEBVTT\n\n00:61.000 --> 00:62.000\na", .time, 3), ("WEBVTT\n\n00:00.00 --> 00:01.000\na", .time, 3),
        ("WEBVTT\n\n00:00.000-->00:01.000\na", .time, 3), ("WEBVTT\n\n٠٠:00.000 --> 00:01.000\na", .time, 3),
        ("WEBVTT\n\n00:00.000 --> 00:01.000 region:a\na", .time, 3),
        ("WEBVTT\n\n00:00.000 --> 00:10.001\na", .late, 3),
        ("WEBVTT\n\n00:02.000 --> 00:03.000\na\n\n00:01.000 --> 00:03.000\nb", .order, 6),
        ("WEBVTT\n\n00:00.000 --> 00:01.000\n\n", .empty, 3),
        ("WEBVTT\n\n00:00.000 --> 00:01.000\na\n--> b", .block, 5),
        ("WEBVTT\n\n00:00.000 --> 00:01.000\n<c.red>a</c>", .markup, 4),
        ("WEBVTT\n\n00:00.000 --> 00:01.000\n<script>", .markup, 4),
        ("WEBVTT\n\n00:00.000 --> 00:01.000\na\u{1B}[2J", .markup, 4),
    ])
    func `invalid subtitles are refused with a line number`(text: String, kind: WebVTT.Problem.Kind, line: Int) {
        #expect(problem(text) == WebVTT.Problem(kind: kind, line: line))
    }

    @Test func `subtitles of 64 KB are accepted, one byte more is refused`() {
        let start = "WEBVTT\n\n00:00.000 --> 00:01.000\n"
        let text = start + String(repeating: "a", count: WebVTT.longest - start.utf8.count)
        #expect(problem(text) == nil)
        #expect(problem(text + "a") == WebVTT.Problem(kind: .tooLong, line: 1))
    }
}
