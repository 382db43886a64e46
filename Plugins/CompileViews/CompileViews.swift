// Generates Swift from views, texts, word lists, migrations and starter content during the build, and a digest of the
// rules of diets.

import Foundation
import PackagePlugin

/// Creates one build command with one output for each view, so that a change compiles one file, and one each for the
/// rest.
///
/// The folders are symbolic links in the target's folder, because SwiftPM looks for new files only there.
@main
struct CompileViews: BuildToolPlugin {
    /// The folders whose code decides what is derived from a recipe.
    private let rules = ["../Food", "../Words"]
    /// The word lists that this code reads.
    private let wordLists = "../Food/Words"
    /// The files of the site that pass a recipe to the rules and store the answers.
    private let users = ["Recipes/RecipeDish.swift", "Recipes/PublicEntry.swift", "Recipes/Likeness.swift"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let step = Step(
            tool: try context.tool(named: "ViewCompiler").url, target: target.directoryURL,
            outputs: context.pluginWorkDirectoryURL)
        switch target.name {
        case "Texts":
            return [
                step.command("locales", "Locales", try step.files(in: "Locales", suffix: ".txt"), output: "Text.swift")
            ]
        case "Content":
            return [
                step.command(
                    "migrations", "Migrations", try step.files(in: "Migrations", suffix: ".sql"),
                    output: "EmbeddedMigrations.swift"),
                step.command(
                    "starter", "Starter", try step.files(in: "Starter", suffix: "").filter { !$0.hasPrefix("Words/") },
                    output: "StarterFiles.swift"),
            ]
        case "Food":
            return [
                step.command("words", "Words", try step.files(in: "Words", suffix: ".txt"), output: "WordList.swift")
            ]
        default:
            let views = try step.files(in: "Views", suffix: ".html")
            return views.map { name in
                let stem = name.dropLast(".html".count).replacing("/", with: ".")
                return step.command("view", "Views", [name], output: "\(stem).view.swift")
            } + [step.command("digest", ".", try ruleFiles(step), output: "RuleSources.swift")]
        }
    }

    private func ruleFiles(_ step: Step) throws -> [String] {
        try rules.flatMap { try step.paths(in: $0, suffix: ".swift") } + step.paths(in: wordLists, suffix: ".txt")
            + users
    }
}

/// The folders of a build command's input and output.
private struct Step {
    let tool: URL
    let target: URL
    let outputs: URL

    private func folder(_ name: String) -> URL {
        target.appending(path: name).resolvingSymlinksInPath()
    }

    /// The files of a folder and its subfolders, as sorted relative paths, without hidden files.
    func files(in name: String, suffix: String) throws -> [String] {
        let root = folder(name)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: "\(root.path)/\(path)", isDirectory: &isFolder)
            let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
            return exists && !isFolder.boolValue && !isHidden && path.hasSuffix(suffix)
        }.sorted()
    }

    /// The same as paths relative to the target.
    func paths(in name: String, suffix: String) throws -> [String] {
        try files(in: name, suffix: suffix).map { "\(name)/\($0)" }
    }

    func command(_ kind: String, _ source: String, _ names: [String], output: String) -> Command {
        let root = folder(source)
        let file = outputs.appending(path: output)
        return .buildCommand(
            displayName: names.count == 1 ? "Compiling \(source)/\(names[0])" : "Compiling \(source)", executable: tool,
            arguments: [kind, root.path, file.path] + names, inputFiles: names.map { root.appending(path: $0) },
            outputFiles: [file])
    }
}
