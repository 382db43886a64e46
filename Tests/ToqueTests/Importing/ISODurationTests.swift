// Tests of ISO 8601 durations as recipe pages write them.

import Testing

@testable import Toque

@Suite struct ISODurationTests {
    @Test(arguments: [
        ("PT30M", 30), ("PT1H", 60), ("PT1H30M", 90), ("P1D", 1_440), ("P1DT2H", 1_560), ("P1W", 10_080), ("PT90S", 2),
        ("PT1.5H", 90), ("PT0,5H", 30), ("PT0M", 0), ("PT20S", 0),
    ])
    func `a duration is read as minutes`(text: String, minutes: Int) { #expect(ISODuration.minutes(text) == minutes) }

    @Test(arguments: [
        "", "P", "PT", "30", "30M", "PT30", "PTM", "P1M", "P1Y", "-PT5M", "PT-5M", "PT5m", "PT1..5H", "pt5m", "PT5M ",
        "30 minutes",
        "PT99999999999999999999H", "P" + String(repeating: "1", count: 60) + "D",
    ])
    func `any other text is not a duration`(text: String) { #expect(ISODuration.minutes(text) == nil) }
}
