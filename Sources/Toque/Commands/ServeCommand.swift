// `toque serve`: prepares the data folder, starts the servers and threads, and stops them cleanly on a signal.

import Backtraces
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
        // Without this, SIGHUP would end the process before its handler is set.
        signal(SIGHUP, SIG_IGN)
        ThrownErrors.watch()
        let tls = try configuration.tls()
        let preparation = try DataFolder.prepare(configuration, now: Site.systemClock())
        let site = try Site(configuration: configuration)
        var serverConfiguration = site.serverConfiguration
        serverConfiguration.tls = tls
        let server = Server(configuration: serverConfiguration) { _ in
            let reader = try site.openReader()
            return { await site.respond(to: $0, reader: reader) }
        }
        site.metrics.watch(server)
        // Set before the site is reachable, so that no signal is lost.
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let stopping = [await onSignal(SIGTERM) { stop.yield() }, await onSignal(SIGINT) { stop.yield() }]
        let reopening = await onSignal(SIGHUP) {
            site.reopenLogs()
            tls?.takeUpNew()
        }
        let port = try server.start()
        site.mailSender.start()
        site.timerRinger.start()
        site.backgroundWorker.start()
        let redirecting = try startRedirecting(site)
        Terminal.print("Toque is at \(configuration.address(port: port))")
        if let link = preparation.signInAddress {
            Terminal.print("The first admin signs in once, within a day, with \(link)")
        }
        let watching = tls.map(watch)
        for await _ in stops { break }
        watching?.cancel()
        for source in stopping + [reopening] { source.cancel() }
        Log.notice("stopping")
        site.shoppingSignals.stop()
        async let redirectingStops: Void? = redirecting?.stop(within: 1)
        await server.stop(within: 10)
        _ = await redirectingStops
        site.close()
    }

    /// Starts a second server that redirects unencrypted clients to HTTPS, if the settings name a port for it.
    private static func startRedirecting(_ site: Site) throws -> Server? {
        guard let port = site.configuration.httpPort else { return nil }
        var configuration = site.serverConfiguration
        configuration.port = port
        configuration.loops = 1
        configuration.maxConnections = redirectingConnections
        // Forms are refused there, so little of them is read and nothing is stored.
        configuration.limits.form = 16 * 1024
        configuration.limits.upload = 0
        let server = Server(configuration: configuration) { _ in
            let reader = try site.openReader()
            return { await site.respond(to: $0, reader: reader, inClear: true) }
        }
        _ = try server.start()
        return server
    }

    /// The most connections of the redirecting server; each client needs it only once.
    fileprivate static let redirectingConnections = 1_000

    /// Checks once a minute whether the certificate was renewed, for operators who do not send SIGHUP.
    private static func watch(_ tls: TLS) -> Task<Void, Never> {
        Task.detached {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(60))
                tls.takeUpNew()
            }
        }
    }

    /// Calls `act` on every signal of this number from now on.
    private static func onSignal(
        _ number: Int32, _ act: @escaping @Sendable () -> Void
    ) async -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: act)
        await withCheckedContinuation { registered in
            source.setRegistrationHandler { registered.resume() }
            source.resume()
        }
        return source
    }
}

extension Site {
    /// The configuration of the server, with this site's page for requests that cannot be read.
    var serverConfiguration: ServerConfiguration {
        var server = ServerConfiguration(host: configuration.host, port: configuration.port)
        if configuration.httpPort != nil { server.otherDescriptors += ServeCommand.redirectingConnections }
        if configuration.loops > 0 { server.loops = configuration.loops }
        server.limits = configuration.limits
        server.deadlines = configuration.deadlines
        server.maxConnections = configuration.maxConnections
        server.maxRequests = configuration.maxRequests
        server.inputMemory = inputRoom.memory
        server.spool = spool
        server.refusalPage = { self.page(for: $0) }
        return server
    }

    /// One client may use a quarter of the spool, or one body of the maximum size; trusted proxies have no limit, since
    /// they pass on many clients.
    private var spool: Spool {
        let proxies = configuration.trustedProxies
        let part = max(inputRoom.spool.limit / 4, configuration.limits.body)
        return Spool(folder: settings.spoolPath, allowance: inputRoom.spool, part: part) { peer in
            guard let address = ClientAddress(peer) else { return peer }
            return proxies.contains(address) ? nil : address.key
        }
    }
}

extension Configuration {
    /// Loads the certificate; `nil` if a proxy has it.
    fileprivate func tls() throws -> TLS? {
        guard let certificate, let certificateKey else { return nil }
        let tls = try TLS(certificate: certificate, key: certificateKey)
        if tls.secondsLeft <= 0 { Log.error("the certificate in \(certificate) has expired") }
        return tls
    }
}

extension TLS {
    /// Loads the certificate again if its files changed; keeps the old one if the new one cannot be used.
    fileprivate func takeUpNew() {
        do {
            if try renew() { Log.notice("the certificate in \(certificate) was loaded again") }
        } catch {
            Log.error("the certificate stays the old one: \(error)")
        }
    }
}
