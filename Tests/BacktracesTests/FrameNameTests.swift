import Testing

@testable import Backtraces

@Suite struct FrameNameTests {
    @Test(arguments: [
        ("Toque.Kitchen.fry<A>(A) throws -> A", "Toque.Kitchen.fry"),
        ("static Toque.Kitchen.== infix(Toque.Kitchen, Swift.Int) throws -> Swift.Bool", "Toque.Kitchen.=="),
        ("Toque.Kitchen.heat.getter : Swift.Int", "Toque.Kitchen.heat.getter"),
        ("Toque.Kitchen.subscript.getter : (Swift.Int) -> Swift.Int", "Toque.Kitchen.subscript.getter"),
        ("Toque.Kitchen.(secret in _C99E3CF988065EC9)(Swift.Int) throws -> Swift.Int", "Toque.Kitchen.secret"),
        ("Toque.(Kitchen in _C99E3CF988065EC9).fry() -> ()", "Toque.Kitchen.fry"),
        (
            "closure #1 (Swift.Int) throws -> Swift.Int in Toque.Kitchen.cook(Swift.Array<Swift.Int>) async throws -> ()",
            "Toque.Kitchen.cook"
        ),
        ("nested #1 () throws -> Swift.Int in Toque.Kitchen.cook() -> ()", "Toque.Kitchen.cook"),
        ("(2) suspend resume partial function for Toque.Kitchen.cook([Swift.Int]) async -> ()", "Toque.Kitchen.cook"),
        (
            "function signature specialization <Arg[0] = Dead> of generic specialization <Swift.Int> of Toque.A.b<A>(A) -> A",
            "Toque.A.b"
        ),
        ("(extension in Toque):Database.Connection.rows(of: Swift.Int) -> ()", "Database.Connection.rows"),
        ("merged Toque.A.b() -> ()", "Toque.A.b"),
    ])
    func `a frame's short name is the name in the source code`(demangled: String, name: String) {
        #expect(FrameName.short(demangled) == name)
    }

    @Test(arguments: [
        "", "reabstraction thunk helper from @escaping () -> () to @escaping () -> ()",
        "protocol witness for Toque.A.b() -> () in conformance Toque.C : Toque.A in Toque",
        "(extension in Swift):Swift.Collection.map<A, B>((A.Element) throws(B1) -> A1) throws(B1) -> Swift.Array<A1>",
    ])
    func `a function that the compiler generated has no short name`(demangled: String) {
        #expect(FrameName.short(demangled) == nil)
    }
}
