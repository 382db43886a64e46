// Tests of finding the route for a path.

import HTTP
import Testing

@Suite struct `Route lookup` {
    private let router = {
        var router = Router<String>()
        router.add(.get, "/", "home")
        router.add(.get, "/recipes", "list")
        router.add(.post, "/recipes", "create")
        router.add(.get, "/recipes/new", "new")
        router.add(.get, "/recipes/:id", "show")
        router.add(.delete, "/recipes/:slug", "remove")
        router.add(.get, "/recipes/:id/edit", "edit")
        router.add(.get, "/recipes/:name.json", "data")
        router.add(.get, "/recipes/:id/notes/:note", "note")
        router.add(.get, "/media/*path", "media")
        return router
    }()

    /// The result of a lookup as text, for comparison.
    private func outcome(_ method: Method, _ segments: String...) -> String {
        switch router.lookup(method, segments) {
        case .found(let handler, let parameters): handler + parameters.pairs.map { " \($0.name)=\($0.value)" }.joined()
        case .methodNotAllowed(let allowed): "405 " + allowed.map(\.rawValue).joined(separator: ",")
        case .notFound: "404"
        }
    }

    @Test func `a path finds its handler and variables`() {
        #expect(outcome(.get) == "home")
        #expect(outcome(.get, "recipes") == "list")
        #expect(outcome(.get, "recipes", "42-a") == "show id=42-a")
        #expect(outcome(.delete, "recipes", "42") == "remove slug=42")
        #expect(outcome(.get, "recipes", "42", "notes", "7") == "note id=42 note=7")
    }

    @Test func `fixed segments are preferred to variables, unless the path is longer`() {
        #expect(outcome(.get, "recipes", "new") == "new")
        #expect(outcome(.get, "recipes", "new", "edit") == "edit id=new")
        #expect(outcome(.delete, "recipes", "new") == "405 GET,HEAD")
    }

    @Test func `a variable with a suffix is preferred, and its value excludes the suffix`() {
        #expect(outcome(.get, "recipes", "42.json") == "data name=42")
        #expect(outcome(.get, "recipes", "a.b.json") == "data name=a.b")
        #expect(outcome(.get, "recipes", ".json") == "show id=.json")
        #expect(outcome(.get, "recipes", "42.jso") == "show id=42.jso")
        #expect(outcome(.get, "recipes", "42.json", "edit") == "edit id=42.json")
    }

    @Test func `an unknown path is 404, also with a trailing slash or in another case`() {
        #expect(outcome(.get, "nothing") == "404")
        #expect(outcome(.get, "recipes", "") == "404")
        #expect(outcome(.get, "Recipes") == "404")
        #expect(outcome(.get, "recipes", "42", "nothing") == "404")
    }

    @Test func `a wrong method is answered with the allowed ones, and HEAD uses the route of GET`() {
        #expect(outcome(.put, "recipes") == "405 GET,HEAD,POST")
        #expect(outcome(.head, "recipes") == "list")
        #expect(outcome(Method(rawValue: "get"), "recipes") == "405 GET,HEAD,POST")
    }

    @Test func `a variable can match the rest of a path`() {
        #expect(outcome(.get, "media", "a", "b.jpg") == "media path=a/b.jpg")
        #expect(outcome(.get, "media") == "404")
    }

    @Test func `two routes for the same requests stop the program`() async {
        await #expect(processExitsWith: .failure) {
            var router = Router<Int>()
            router.add(.get, "/recipes/:id", 1)
            router.add(.get, "/recipes/:slug", 2)
        }
    }

    @Test func `a malformed pattern stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var router = Router<Int>()
            router.add(.get, "/recipes//edit", 1)
        }
    }
}
