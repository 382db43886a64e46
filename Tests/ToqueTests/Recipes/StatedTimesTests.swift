// Tests of the times that steps state, added up.

import Testing

@testable import Toque

@Suite struct StatedTimesTests {
    @Test(
        arguments: [
            (["Bake for 35 minutes."], 35), (["Simmer 1 hour.", "Stir and bake 20–30 minutes."], 90),
            (["Simmer for 2 to 3 hours."], 180), (["Cook for 30 minutes to 1 hour."], 60),
            (["Whisk for 30 seconds.", "Bake for 20 minutes."], 21),
            (["Add the second layer.", "Bake for 1 hour and 15 minutes."], 75),
            (["Simmer half an hour, then 45 min. more."], 75), (["BAKE 25 MINUTES."], 25), (["Fry 10 minutes."], 10),
            (["Выпекайте 35 минут.", "Тушите полчаса."], 65), (["Варите 2–3 часа."], 180),
            (["Добавьте 2 ч. л. соли.", "Варите 40 минут."], 40),
        ] as [([String], Int)])
    func `the times of all steps are added up`(steps: [String], minutes: Int) {
        #expect(Durations.statedMinutes(in: steps) == minutes)
    }

    @Test(arguments: [
        [], ["Mix.", "Eat."], ["Fry for 5 minutes."], ["Bake 30 minutes.", "Chill overnight."],
        ["Boil for several minutes.", "Bake 20 minutes."], ["Bake for hours."], ["Boil 20 minutes.", "Rest 48 hours."],
        ["Boil for 24 to 48 hours."], ["Bake for 40 minutes, turning every 10 minutes."],
        ["Bake for 40 minutes, covered for the last 10 minutes."], ["Fry for 4 minutes per side.", "Bake 20 minutes."],
        ["Cook in two batches for 10 minutes."], ["Bake 20 minutes.", "It keeps for up to 3 days."],
        ["Simmer at least 2 hours."], ["Meanwhile, boil the rice for 20 minutes."],
        ["Выпекайте 35 минут.", "Оставьте на ночь."], ["Жарьте по 3 минуты с каждой стороны.", "Тушите 20 минут."],
        ["Варите 40 минут.", "За 10 минут до готовности посолите."], ["Варите несколько минут, затем ещё 20 минут."],
        ["Cook on low for 10 hours, or on high for 4 hours."], ["Bake 2 hours. You can also bake it for 1 hour."],
        ["Тушите 3 часа или варите 40 минут."],
    ])
    func `there is no sum if a time is missing, vague or part of another`(steps: [String]) {
        #expect(Durations.statedMinutes(in: steps) == nil)
    }

    @Test func `any order of the words of times is read`() {
        let words = ["1", "hour", "and", "a", "half", "minutes", "to", "or"]
        var texts = ["1 hour"]
        for _ in 1...4 { texts = texts.flatMap { text in words.map { "\(text) \($0)" } } }
        for text in texts { #expect(Durations.statedMinutes(in: [text]) ?? 0 >= 0) }
    }
}
