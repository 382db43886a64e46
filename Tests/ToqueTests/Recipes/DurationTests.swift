// Tests of durations in words: typed, found in steps, and written in a form that can be read again.

import Testing
import Words

@testable import Toque

@Suite struct DurationTests {
    @Test(arguments: [
        ("25 min", 1_500), ("25min", 1_500), ("25", 1_500), ("1", 60), ("1 h 30 min", 5_400), ("1h30m", 5_400),
        ("45 s", 45), ("45 seconds", 45), ("1:30", 5_400), ("0:05", 300), ("1:00:30", 3_630), ("24 hours", 86_400),
        ("1 hour and 20 minutes", 4_800), ("1.5 h", 5_400), ("1½ hours", 5_400), ("½ h", 1_800), ("1 1/2 h", 5_400),
        ("2 hrs. 5 mins.", 7_500), ("1 min 30 s", 90), ("2,5", 150), ("90 MIN", 5_400),
        ("25 мин", 1_500), ("25 мин.", 1_500), ("1 ч 30 мин", 5_400), ("1ч30м", 5_400), ("45 с", 45),
        ("45 секунд", 45), ("1,5 часа", 5_400), ("2 часа и 10 минут", 7_800), ("1 минута", 60), ("10 минут", 600),
    ])
    func `a typed duration is read`(text: String, seconds: Int) {
        #expect(Durations.seconds(typed: text) == seconds)
    }

    @Test(arguments: [
        "soon", "min", "25 mni", "-5 min", "5-10 min", "10 20 min", "1 min 2 h", "1 h 2 h", "1 h 30", "1:75", "1:3",
        "0.5 s", "1/0 h", "25 min in the oven", "~25", "9999999", "١٠ min", "1e3", "25 м²",
        String(repeating: "1", count: 41),
    ])
    func `a text that is not a duration is refused`(text: String) { #expect(Durations.seconds(typed: text) == nil) }

    @Test(arguments: [
        ("Bake for 25 minutes.", 1_500, "25 minutes"), ("Bake 25min, then rest.", 1_500, "25min"),
        ("Simmer for 1 hour 30 minutes.", 5_400, "1 hour 30 minutes"),
        ("Leave it for 1 hour and 15 minutes", 4_500, "1 hour and 15 minutes"),
        ("Cook 20–30 minutes", 1_200, "20–30 minutes"), ("Cook 20 to 30 minutes", 1_200, "20 to 30 minutes"),
        ("After a 30-minute rest, bake 1 h.", 1_800, "30-minute"), ("Wait half an hour", 1_800, "half an hour"),
        ("Let it stand for an hour", 3_600, "an hour"), ("Simmer an hour and a half.", 5_400, "an hour and a half"),
        ("Bake for an hour and half the time", 3_600, "an hour"),
        ("Boil 10 minutes and a half hour", 600, "10 minutes"),
        ("Rest 20 minutes. And a half of it covered", 1_200, "20 minutes"),
        ("Simmer for twenty minutes", 1_200, "twenty minutes"),
        ("Cook for forty-five minutes", 2_700, "forty-five minutes"), ("Whisk 1½ minutes", 90, "1½ minutes"),
        ("Add 2 mint leaves, fry 40 seconds", 40, "40 seconds"), ("At 180 °C, 40 min", 2_400, "40 min"),
        ("Варите 10 минут.", 600, "10 минут"), ("Выпекайте 1 час 20 минут", 4_800, "1 час 20 минут"),
        ("Оставьте на полчаса", 1_800, "полчаса"), ("Тушите полтора часа", 5_400, "полтора часа"),
        ("Жарьте 5-7 минут", 300, "5-7 минут"), ("Варите от 20 до 30 минут", 1_200, "20 до 30 минут"),
        ("Варите двадцать минут", 1_200, "двадцать минут"), ("Добавьте 2 ч. л. соли, варите 1 ч", 3_600, "1 ч"),
        ("Bake 1-1/2 hours", 5_400, "1-1/2 hours"), ("Bake 1 and 1/2 hours", 5_400, "1 and 1/2 hours"),
        ("Bake two and a half hours", 9_000, "two and a half hours"),
        ("Bake 2 and a half hours", 9_000, "2 and a half hours"),
        ("Bake 1½–2 hours", 5_400, "1½–2 hours"), ("Bake 2 1/2 to 3 hours", 9_000, "2 1/2 to 3 hours"),
        ("Bake 2–2½ hours", 7_200, "2–2½ hours"), ("Bake 1 - 1 1/2 hours", 3_600, "1 - 1 1/2 hours"),
        ("Bake two and a half to three hours", 9_000, "two and a half to three hours"),
        ("Bake 1/2 to 1 hour", 1_800, "1/2 to 1 hour"), ("Bake 1/2-3/4 hour", 1_800, "1/2-3/4 hour"),
        ("Bake half hour", 1_800, "half hour"), ("Bake 1-1/2-hour", 5_400, "1-1/2-hour"),
        ("Пеките 1-1/2 часа", 5_400, "1-1/2 часа"), ("Пеките 1 и 1/2 часа", 5_400, "1 и 1/2 часа"),
        ("Пеките 1½–2 часа", 5_400, "1½–2 часа"), ("Пеките 2 1/2 до 3 часов", 9_000, "2 1/2 до 3 часов"),
        ("Пеките 2–2½ часа", 7_200, "2–2½ часа"), ("Пеките два с половиной часа", 9_000, "два с половиной часа"),
        ("Пеките полтора-два часа", 5_400, "полтора-два часа"),
    ])
    func `a duration in a step is found`(text: String, seconds: Int, words: String) {
        let spoken = Durations.spoken(in: text)
        #expect(spoken?.seconds == seconds)
        #expect(spoken.map { String(text[$0.place]) } == words)
    }

    @Test(arguments: [
        "Stir.", "Add 2 m of thread", "Add 2 ч. л. соли", "10 миндальных орехов", "Try it a second time",
        "Bake 0 minutes",
        "Rest it for 3 days", "Leave for 48 hours", "2 части муки", "minutes pass", "", "25",
    ])
    func `a step without a duration has none`(text: String) { #expect(Durations.spoken(in: text) == nil) }

    @Test func `only the beginning of a long step is searched`() {
        #expect(Durations.spoken(in: String(repeating: "a ", count: 400) + "5 minutes") != nil)
        #expect(Durations.spoken(in: String(repeating: "a ", count: 600) + "5 minutes") == nil)
    }

    @Test func `a written duration reads back the same in both languages`() {
        for seconds in [1, 59, 60, 61, 1_500, 3_599, 3_600, 3_601, 5_400, 86_399, 86_400] {
            for language in Language.allCases {
                #expect(Durations.seconds(typed: Durations.text(seconds: seconds, language)) == seconds)
            }
        }
        #expect(Durations.text(seconds: 5_430, .en) == "1 h 30 min 30 s")
        #expect(Durations.text(seconds: 5_430, .ru) == "1 ч 30 мин 30 с")
        #expect(Durations.text(seconds: 3_605, .en) == "1 h 5 s")
        #expect([1_500, 5_400, 45, 86_400].map(Durations.iso) == ["PT25M", "PT1H30M", "PT45S", "PT24H"])
    }
}
