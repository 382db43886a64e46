// The rate limits: what is limited, and how much of it one address and one account may do.

/// An action that only programs do too often; a row of the route table names it.
enum RateLimit: String, CaseIterable, Sendable {
    case login, registration, reset, search, suggestion, upload
    /// Pictures that are drawn on request.
    case picture
    case bugReport = "bug-report"
    /// Bug reports with a screenshot, which their handler counts as well.
    case screenshot
    case export, archive, proposal, report
    case importing = "import"
    /// Autosaves, which the editor sends by itself every few seconds.
    case draft

    private static let second = Milliseconds.second
    private static let minute = Milliseconds.minute

    /// The rate for one IP address, which may be a house, a school, or one program.
    var address: Rate {
        switch self {
        case .login: Rate(30, every: 10 * Self.second)
        case .registration: Rate(10, every: 30 * Self.second)
        case .reset: Rate(10, every: 3 * Self.minute)
        case .search: Rate(600, every: 100)
        case .suggestion: Rate(600, every: 50)
        case .upload: Rate(200, every: 5 * Self.second)
        case .picture: Rate(100, every: 2 * Self.second)
        case .bugReport: Rate(20, every: Self.minute)
        case .screenshot: Rate(6, every: 5 * Self.minute)
        case .proposal: Rate(60, every: Self.minute)
        case .report: Rate(60, every: Self.minute)
        case .export: Rate(20, every: 5 * Self.minute)
        case .archive: Rate(20, every: 2 * Self.minute)
        case .importing: Rate(60, every: 10 * Self.second)
        case .draft: Rate(600, every: 100)
        }
    }

    /// The rate for one logged-in account.
    var account: Rate {
        switch self {
        case .login: Rate(30, every: 10 * Self.second)
        case .registration: Rate(10, every: 30 * Self.second)
        case .reset: Rate(5, every: 6 * Self.minute)
        case .search: Rate(300, every: 200)
        case .suggestion: Rate(300, every: 100)
        case .upload: Rate(100, every: 10 * Self.second)
        case .picture: Rate(100, every: 2 * Self.second)
        case .bugReport: Rate(10, every: 2 * Self.minute)
        case .screenshot: Rate(6, every: 5 * Self.minute)
        case .proposal: Rate(30, every: 2 * Self.minute)
        case .report: Rate(20, every: 3 * Self.minute)
        case .export: Rate(5, every: 10 * Self.minute)
        case .archive: Rate(10, every: 5 * Self.minute)
        case .importing: Rate(30, every: 20 * Self.second)
        case .draft: Rate(200, every: 500)
        }
    }

    /// The most keys (addresses, accounts and names) that each table remembers; beyond that, those that were quiet
    /// longest are forgotten.
    static let rememberedKeys = 100_000
}

/// A burst, and the milliseconds after which one more is allowed.
struct Rate: Equatable, Sendable {
    let burst: Int
    let interval: Int

    init(_ burst: Int, every interval: Int) {
        self.burst = burst
        self.interval = interval
    }

    /// The milliseconds in which an empty bucket fills up.
    var span: Int { burst * interval }
}
