// Tests that every meaning in a word list is one that its rule knows: another would be left out silently.

import Content
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct WordMeaningTests {
    @Test func `words for suitable food and denials name a diet or an allergen`() {
        let lists = [WordList.wordsForSuitableFood, WordList.foodsInDenials]
        #expect(lists.flatMap(\.values).filter { FactName(word: $0) == nil } == [])
        #expect(FactName(word: "lactose-free") == .diet(.lactoseFree))
        #expect(FactName(word: "eggs") == .allergen(.eggs))
        #expect(FactName(word: "egg") == nil)
    }

    @Test func `names in claims mean an allergen`() {
        #expect(WordList.allergensInClaims.values.filter { Allergen(rawValue: $0) == nil } == [])
    }

    @Test func `dishes that are also bought have ingredients`() {
        let dishes = Set(WordList.basesOfDishes.keys)
        #expect(WordList.dishesAlsoBought.subtracting(dishes) == [])
    }

    @Test func `words for difficulty and headings have a known meaning`() {
        #expect(WordList.wordsForDifficulty.values.filter { Difficulty(rawValue: $0) == nil } == [])
        #expect(Set(WordList.headingsOfRecipes.values) == ["ingredients", "steps", "notes"])
    }

    @Test func `courses of other sites are categories`() throws {
        let text = try #require(StarterFiles.all.first { $0.path == "categories.txt" }).text
        let keys = Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        let courses = Set(WordList.foreignCourses.values).union(WordList.foreignDishes.values)
        #expect(courses.subtracting(keys) == [])
    }

    @Test func `no word about times is longer than the words of a step that are compared`() {
        let lists = [
            WordList.wordsForUncertainTimes, WordList.unitsOfTime, WordList.wordsBeforePartialTimes,
            WordList.wordsAfterPartialTimes, WordList.wordsBetweenAlternativeTimes,
        ]
        #expect(lists.flatMap(\.self).filter { $0.utf8.count > Durations.longestCompared } == [])
    }

    @Test(arguments: ["4,8 из 5 звёзд", "5 звезд", "Оценка: 4,5 (12 отзывов)"])
    func `a Russian rating is no part of a recipe`(line: String) {
        #expect(PagePart(line) == .rating)
    }
}
