// Recognises lines of a pasted page that do not belong to its recipe: buttons, links and ratings.

enum PagePart {
    case button
    /// How people rated it, in numbers or stars.
    case rating

    /// `nil` for a line that may belong to the recipe.
    init?(_ line: String) {
        guard line.utf8.count <= 200 else { return nil }
        let pieces = line.split { "|•·→↓↑»›>/".contains($0) }.map { Self.words($0) }
        let text = Self.words(line[...])
        if Self.isRating(line, text) {
            self = .rating
        } else if pieces.contains(where: Self.isButton),
            pieces.allSatisfy({ Self.isButton($0) || !$0.contains(where: \.isLetter) })
        {
            self = .button
        } else if pieces.count > 1, ["home", "главная"].contains(pieces[0]) {
            // Where the page is on its site: Home » Soups » Borscht.
            self = .button
        } else {
            return nil
        }
    }

    /// Lower-case letters and numbers, separated by single spaces.
    private static func words(_ text: Substring) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "," && $0 != "'" && $0 != "’" }
            .joined(separator: " ")
    }

    /// `Share`, `12 comments`, `Pin 345`, `1.2K shares`.
    private static func isButton(_ words: String) -> Bool {
        let parts = words.split(separator: " ")
        let letters = parts.filter { !($0.first?.isNumber ?? false) }.joined(separator: " ")
        return buttons.contains(words) || parts.count > 1 && (buttons.contains(letters) || counted.contains(letters))
    }

    /// `★★★★☆`, `4.8 from 123 votes`, `Rating: 4,5/5`, «Оценка: 4,8 (12 голосов)».
    private static func isRating(_ line: String, _ words: String) -> Bool {
        if line.contains(where: { "★☆⭐✩✮✯🌟".contains($0) }), !line.contains(where: \.isLetter) { return true }
        let parts = words.split(separator: " ")
        guard parts.contains(where: { $0.first?.isNumber ?? false }) else { return false }
        let rest = parts.filter { !($0.first?.isNumber ?? false) }.map(String.init)
        return !rest.isEmpty && rest.allSatisfy { ratingWords.contains($0) } && rest.contains { rated.contains($0) }
    }

    private static let rated: Set<String> = [
        "star", "stars", "vote", "votes", "rating", "ratings", "rated", "review", "reviews", "голос", "голоса",
        "голосов",
        "оценка", "оценки", "оценок", "рейтинг", "звезда", "звезды", "звёзд", "отзыв", "отзыва", "отзывов",
    ]

    private static let ratingWords = rated.union([
        "from", "out", "of", "by", "based", "on", "average", "user", "reader", "readers", "and", "из", "на", "основе",
        "средняя", "пользователей", "и",
    ])

    private static let counted: Set<String> = [
        "comments", "comment", "shares", "share", "likes", "views", "saves", "pins", "комментария", "комментариев",
        "комментарий", "просмотров", "просмотра", "лайков",
    ]

    private static let buttons: Set<String> = [
        "jump to recipe", "jump to the recipe", "skip to recipe", "go to recipe", "jump to video", "skip to content",
        "skip to main content", "jump to ingredients", "jump to comments", "print", "print recipe", "print this recipe",
        "print this", "pin", "pin it", "pin recipe", "pin this recipe", "pin for later", "save", "save recipe", "saved",
        "save this recipe", "save for later", "share", "share this", "share recipe", "share this recipe",
        "share on facebook",
        "share on pinterest", "share on twitter", "share on x", "share on whatsapp", "tweet", "facebook", "pinterest",
        "twitter", "whatsapp", "instagram", "telegram", "reddit", "youtube", "tiktok", "email", "e mail", "email this",
        "copy link", "like", "rate", "rate this recipe", "rate this", "rate recipe", "leave a review", "write a review",
        "add a review", "leave a comment", "comments", "reviews", "add to favorites", "add to favourites",
        "add to collection", "add to shopping list", "add to meal plan", "favorite", "favourite", "bookmark", "follow",
        "follow us", "subscribe", "sign in", "sign up", "log in", "menu", "search", "close", "home", "watch video",
        "watch the video", "cook mode", "start cooking", "view recipe", "see recipe", "get the recipe", "advertisement",
        "this post may contain affiliate links", "read more",
        "перейти к рецепту", "к рецепту", "перейти к содержанию", "печать", "распечатать", "распечатать рецепт",
        "версия для печати", "поделиться", "поделиться рецептом", "поделиться в", "сохранить", "сохранить рецепт",
        "в избранное", "добавить в избранное", "в закладки", "добавить в кулинарную книгу", "оценить", "оценить рецепт",
        "оставить отзыв", "оставить комментарий", "комментарии", "отзывы", "вконтакте", "одноклассники", "войти",
        "регистрация", "меню", "поиск", "главная", "подписаться", "реклама", "нравится", "скопировать ссылку",
    ]
}
