// The pre-screen of a new member's first review: links, contact details and disguised words make it wait.

import Words

enum ReviewScreening {
    /// What a moderator should look at.
    static func findings(_ texts: [String], blocked: [String]) -> [Finding] {
        let watched = WatchedWords(blocked)
        return texts.filter { !$0.isEmpty }.flatMap { text in
            let screened = ScreenedText(text, .review)
            return ContactRules.findings(screened) + watched.findings(screened)
        }
    }

    /// The words of the block list in the texts, which nobody may use.
    static func blocked(_ words: [String], in texts: [String]) -> [String] {
        let phrases = words.map(Words.words).filter { !$0.isEmpty }
        return phrases.isEmpty ? [] : SubmissionRules.blocked(phrases, in: texts.map(Words.words))
    }
}
