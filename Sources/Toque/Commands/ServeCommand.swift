// `toque serve`: prepares the data folder, starts the loops, and stops cleanly when asked to.

import Database
import Dispatch
import Foundation
import HTTP
import HTTPServer

enum ServeCommand {
    static let command = CommandLineTool.Command(
        name: "serve", usage: "[--host 127.0.0.1] [--port 8080] [--data DIR]",
        help: "runs the site; creates and migrates the database first; prints the address"
    ) { arguments in
        var overrides: [String: String] = [:]
        if let host = try arguments.take(option: "--host") { overrides["TOQUE_HOST"] = host }
        if let port = try arguments.take(option: "--port") { overrides["TOQUE_PORT"] = port }
        let configuration = try arguments.configuration(overrides: overrides)
        try arguments.finish()
        try await run(configuration)
    }

    private static func run(_ configuration: Configuration) async throws {
        let preparation = try DataFolder.prepare(configuration, now: Site.systemClock())
        let site = try Site(configuration: configuration)
        let server = Server(configuration: site.serverConfiguration) { _ in
            let reader = try site.openReader()
            return { await site.respond(to: $0, reader: reader) }
        }
        site.metrics.watch(server)
        let port = try server.start()
        site.postman.start()
        Terminal.print("Toque is at http://\(configuration.host):\(port)")
        if let link = preparation.signInAddress {
            Terminal.print("The first admin signs in once, within a day, with \(link)")
        }
        // Always handled: left alone, the signal would end the process.
        let reopening = onSignal(SIGHUP) { site.reopenLogs() }
        await untilAskedToStop()
        reopening.cancel()
        Log.notice("stopping")
        await server.stop(within: 10)
        site.close()
    }

    /// Returns on SIGTERM or SIGINT.
    private static func untilAskedToStop() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGTERM, SIGINT].map { number in onSignal(number) { continuation.yield() } }
        for await _ in signals { break }
        for source in sources { source.cancel() }
    }

    private static func onSignal(_ number: Int32, _ act: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: act)
        source.resume()
        return source
    }
}

extension Site {
    /// The server's settings, with this site's page for requests that cannot be read.
    var serverConfiguration: ServerConfiguration {
        var server = ServerConfiguration(host: configuration.host, port: configuration.port)
        if configuration.loops > 0 { server.loops = configuration.loops }
        server.limits = configuration.limits
        server.deadlines = configuration.deadlines
        server.maxConnections = configuration.maxConnections
        server.maxRequests = configuration.maxRequests
        server.inputMemory = inputMemory
        server.spool = Spool(folder: configuration.spoolPath, allowance: spoolRoom)
        server.refusalPage = { self.page(for: $0) }
        return server
    }
}
