// Tests the devices that ring when a timer ends: which are sent what, when, and who can turn them on and off.

import Database
import Fetching
import HTTP
import Security
import Testing
import Words

@testable import TestKit
@testable import Toque

private struct PushAnswer: Decodable {
    struct Push: Decodable {
        let key: String
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let is_on: Bool
    }

    let push: Push
}

@Suite struct PushDeviceTests {
    private func site(_ push: FakePush) throws -> (site: TestSite, soup: Int) {
        let site = try TestSite(folder: .filled(), clock: TestClock(), push: push)
        return (site, try site.plant("Soup", "1 onion"))
    }

    private func timer(
        _ recipe: Int, key: String = "2", _ state: String = "running", left: Int = 60_000
    ) -> [(String, String)] {
        [
            ("recipe", String(recipe)), ("key", key), ("name", "Step \(key)"), ("seconds", "90"), ("state", state),
            ("left", String(left)),
        ]
    }

    private func isOn(_ client: TestClient) async throws -> Bool {
        try await client.json("/cooking/timers", as: PushAnswer.self).push.is_on
    }

    @Test func `the message has the title of a recipe that is shared with the member`() async throws {
        let (site, _) = try site(FakePush())
        let recipe = try await site.write(.vegan)
        let (alice, bella) = (try site.client(.alice), try site.client(.bella))
        func share(_ audience: String, _ names: String = "") async throws {
            let fields = [("audience", audience), ("names", names)]
            try await alice.post("/recipes/\(recipe)/share", fields).expect(.seeOther)
        }
        func titles() throws -> [String] {
            try site.read { [now = site.now] in try PushDeviceStore($0).due(now: now).map(\.title) }
        }
        try await share("people", "bella")
        try await bella.post("/cooking/devices", FakePush.device("phone")).expect(.ok)
        try await bella.post("/cooking/timers", timer(recipe)).expect(.ok)
        site.clock.advance(by: 60_000)
        #expect(try titles() == ["Lentil soup"])
        try await share("author")
        #expect(try titles() == [""])
    }

    @Test func `the end of a timer is sent to each device of its member, once`() async throws {
        let push = FakePush()
        let (site, soup) = try site(push)
        let (phone, tablet) = (try site.client(.charlie), try site.client(.charlie))
        #expect(try await !isOn(phone))
        try await phone.post("/cooking/devices", FakePush.device("phone")).expect(.ok)
        try await tablet.post("/cooking/devices", FakePush.device("tablet")).expect(.ok)
        try await site.client(.alice).post("/cooking/devices", FakePush.device("alice")).expect(.ok)
        #expect(try await [isOn(phone), isOn(tablet)] == [true, true])
        try await phone.post("/cooking/timers", timer(soup)).expect(.ok)
        site.clock.advance(by: 59_999)
        try site.site.timerRinger.ringDue()
        #expect(push.messages.isEmpty)
        site.clock.advance(by: 1)
        for _ in 1...2 { try site.site.timerRinger.ringDue() }
        #expect(push.messages.map(\.address) == ["https://push.example.org/phone", "https://push.example.org/tablet"])
        let again = try TestSite(folder: site.folder, clock: site.clock, push: push)
        try again.site.timerRinger.ringDue()
        #expect(push.messages.count == 2)
    }

    @Test func `a message is encrypted, signed and short-lived`() async throws {
        let push = FakePush()
        let (site, soup) = try site(push)
        let charlie = try site.client(.charlie)
        try await charlie.post("/cooking/devices", FakePush.device()).expect(.ok)
        try await charlie.post("/cooking/timers", timer(soup)).expect(.ok)
        site.clock.advance(by: 60_000)
        try site.site.timerRinger.ringDue()
        let message = try #require(push.messages.first)
        #expect(message.headers["Content-Encoding"] == "aes128gcm" && message.headers["TTL"] == "900")
        #expect(message.headers["Urgency"] == "high" && message.headers["Topic"]?.utf8.count == 32)
        #expect(!String(decoding: message.body, as: UTF8.self).contains("Soup"))
        let parts = try #require(message.headers["Authorization"]?.wholeMatch(of: /vapid t=([^,]+), k=(.+)/))
        let key = try await charlie.json("/cooking/timers", as: PushAnswer.self).push.key
        #expect(String(parts.2) == key)
        let point = try #require(Base64URL.decode(key))
        let (x, y) = (Base64URL.encode(Array(point[1..<33])), Base64URL.encode(Array(point[33...])))
        let set = KeySet(Array(#"{"keys":[{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}]}"#.utf8))
        let token = try SignedToken(String(parts.1))
        #expect(set?.key(for: token).map { token.isSigned(by: $0) } == true)
        let claims = String(decoding: token.payload, as: UTF8.self)
        #expect(claims.contains(#""aud":"https://push.example.org""#))
        #expect(claims.contains(#""exp":\#(site.now / 1_000 + 12 * 3_600)"#) && claims.contains(#""sub":"http"#))
    }

    @Test func `the text is in the language of the device, and opens the step`() {
        let due = DueTimer(user: 1, recipe: 5, key: "2", name: "Шаг 2", title: "Суп", endsAt: 7, isAgain: false)
        let message = TimerMessage(due, .ru)
        #expect(message.title == "Шаг 2: время вышло" && message.body == "Суп")
        #expect(message.address == "/recipes/5/cook?step=2" && message.tag == "timer 5 2 7")
        #expect(TimerMessage(due, .en).title == "Step 2: time is up")
        let own = DueTimer(user: 1, recipe: 5, key: "own-1", name: "Яйца", title: "Суп", endsAt: 7, isAgain: false)
        #expect(TimerMessage(own, .en).title == "Яйца: time is up")
    }

    @Test func `a timer that was stopped, paused or changed does not ring at its first end`() async throws {
        let push = FakePush()
        let (site, soup) = try site(push)
        let charlie = try site.client(.charlie)
        try await charlie.post("/cooking/devices", FakePush.device()).expect(.ok)
        for key in ["stopped", "paused", "changed", "ended-offline"] {
            try await charlie.post("/cooking/timers", timer(soup, key: key)).expect(.ok)
        }
        try await charlie.post("/cooking/timers", timer(soup, key: "stopped", "gone")).expect(.ok)
        try await charlie.post("/cooking/timers", timer(soup, key: "paused", "paused")).expect(.ok)
        try await charlie.post("/cooking/timers", timer(soup, key: "changed", left: 90_000)).expect(.ok)
        try await charlie.post("/cooking/timers", timer(soup, key: "ended-offline", left: 0)).expect(.ok)
        site.clock.advance(by: 60_000)
        try site.site.timerRinger.ringDue()
        #expect(push.messages.isEmpty)
        site.clock.advance(by: 30_000)
        try site.site.timerRinger.ringDue()
        #expect(push.messages.count == 1)
        try await charlie.post("/cooking/timers", timer(soup, key: "changed")).expect(.ok)
        site.clock.advance(by: 60_000 + CookingRules.latestRing)
        try site.site.timerRinger.ringDue()
        #expect(push.messages.count == 1, "too late")
    }

    @Test func `a message that is sent again after a crash replaces the first`() async throws {
        let push = FakePush()
        let (site, soup) = try site(push)
        let charlie = try site.client(.charlie)
        try await charlie.post("/cooking/devices", FakePush.device()).expect(.ok)
        for key in ["2", "3"] { try await charlie.post("/cooking/timers", timer(soup, key: key)).expect(.ok) }
        site.clock.advance(by: 60_000)
        try site.site.timerRinger.ringDue()
        // As if the process had died before it marked the timers.
        try site.run("UPDATE cook_timer SET rung_at = NULL")
        try site.site.timerRinger.ringDue()
        let topics = push.messages.map { $0.headers["Topic"] }
        #expect(topics.count == 4 && Array(topics[..<2]) == Array(topics[2...]) && topics[0] != topics[1])
    }

    @Test func `a device whose push service was busy gets the end again after a rest, and no other does`() async throws
    {
        let push = FakePush()
        let (site, soup) = try site(push)
        let (phone, tablet) = (try site.client(.charlie), try site.client(.charlie))
        try await phone.post("/cooking/devices", FakePush.device("phone")).expect(.ok)
        try await tablet.post("/cooking/devices", FakePush.device("busy/503")).expect(.ok)
        try await phone.post("/cooking/timers", timer(soup)).expect(.ok)
        site.clock.advance(by: 60_000)
        for _ in 1...2 { try site.site.timerRinger.ringDue() }
        #expect(push.messages.count == 2)
        try site.run("UPDATE push_device SET endpoint = replace(endpoint, 'busy/503', 'tablet')")
        site.clock.advance(by: CookingRules.rest(afterFailures: 1) - 1)
        try site.site.timerRinger.ringDue()
        #expect(push.messages.count == 2)
        site.clock.advance(by: 1)
        for _ in 1...2 { try site.site.timerRinger.ringDue() }
        #expect(push.messages.map(\.address).dropFirst(2) == ["https://push.example.org/tablet"])
        #expect(try site.count("SELECT count(*) FROM cook_timer WHERE rung_at IS NULL") == 0)
    }

    @Test func `every timer that ends during an outage is sent after it`() async throws {
        let push = FakePush()
        let (site, soup) = try site(push)
        let phone = try site.client(.charlie)
        try await phone.post("/cooking/devices", FakePush.device("busy/503")).expect(.ok)
        try await phone.post("/cooking/timers", timer(soup)).expect(.ok)
        try await phone.post("/cooking/timers", timer(soup, key: "3", left: 65_000)).expect(.ok)
        site.clock.advance(by: 60_000)
        try site.site.timerRinger.ringDue()
        site.clock.advance(by: 5_000)
        try site.site.timerRinger.ringDue()
        #expect(push.messages.count == 1)
        try site.run("UPDATE push_device SET endpoint = replace(endpoint, 'busy/503', 'phone')")
        site.clock.advance(by: 10_000)
        for _ in 1...2 { try site.site.timerRinger.ringDue() }
        #expect(push.messages.count == 3)
    }

    @Test func `a device that its push service does not know is deleted, and one that fails rests`() async throws {
        let push = FakePush()
        let (site, soup) = try site(push)
        let (gone, busy) = (try site.client(.charlie), try site.client(.charlie))
        try await gone.post("/cooking/devices", FakePush.device("gone/410")).expect(.ok)
        try await busy.post("/cooking/devices", FakePush.device("busy/503")).expect(.ok)
        func ring(_ pause: Int) async throws -> Int {
            let before = push.messages.count
            try await busy.post("/cooking/timers", timer(soup, left: 1_000)).expect(.ok)
            site.clock.advance(by: pause)
            try site.site.timerRinger.ringDue()
            return push.messages.count - before
        }
        #expect(try await ring(1_000) == 2)
        #expect(try await [isOn(gone), isOn(busy)] == [false, true])
        #expect(try await ring(1_000) == 0, "it rests for 15 seconds")
        #expect(try await ring(15_000) == 1)
        #expect(try await ring(15_000) == 0, "then for 30")
        for _ in 3...CookingRules.deviceFailures {
            site.clock.advance(by: CookingRules.rest(afterFailures: CookingRules.deviceFailures))
            #expect(try await ring(1_000) == 1)
        }
        #expect(try await isOn(busy))
        try site.run("UPDATE push_device SET rests_until = 0")
        #expect(try await ring(1_000) == 1)
        #expect(try await !isOn(busy))
    }

    @Test func `a device whose push service accepts slowly has each end once, in time`() async throws {
        let clock = TestClock()
        let push = FakePush { _ in clock.advance(by: 3_000) }
        let site = try TestSite(folder: .filled(), clock: clock, push: push)
        let soup = try site.plant("Soup", "1 onion")
        let charlie = try site.client(.charlie)
        try await charlie.post("/cooking/devices", FakePush.device()).expect(.ok)
        for key in ["2", "3"] { try await charlie.post("/cooking/timers", timer(soup, key: key)).expect(.ok) }
        clock.advance(by: 60_000)
        for _ in 1...2 { try site.site.timerRinger.ringDue() }
        #expect(push.messages.count == 2)
        #expect(push.messages[0].headers["Topic"] != push.messages[1].headers["Topic"])
        #expect(try site.count("SELECT count(*) FROM cook_timer WHERE rung_at IS NULL") == 0)
        #expect(try site.count("SELECT failures FROM push_device") == 0)
    }

    @Test func `the messages of members take turns`() async throws {
        let push = FakePush()
        let (site, soup) = try site(push)
        let clock = site.clock
        let ringer = TimerRinger(writer: site.site.writer, webPush: site.site.webPush, threads: 1) { clock.now }
        let (many, one) = (try site.client(.charlie), try site.client(.alice))
        try await many.post("/cooking/devices", FakePush.device("many")).expect(.ok)
        try await one.post("/cooking/devices", FakePush.device("one")).expect(.ok)
        for key in 1...20 { try await many.post("/cooking/timers", timer(soup, key: String(key))).expect(.ok) }
        try await one.post("/cooking/timers", timer(soup)).expect(.ok)
        site.clock.advance(by: 60_000)
        try ringer.ringDue()
        let addresses = push.messages.map(\.address)
        #expect(addresses.count == 21)
        // The first may have had a second turn before the other began.
        #expect(try #require(addresses.firstIndex(of: "https://push.example.org/one")) < 5)
        #expect(try site.count("SELECT count(*) FROM cook_timer WHERE rung_at IS NULL") == 0)
    }

    @Test func `timers of members whose messages are being sent are left out`() async throws {
        let (site, soup) = try site(FakePush())
        for person in [Person.charlie, .alice] {
            let client = try site.client(person)
            try await client.post("/cooking/devices", FakePush.device(person.name)).expect(.ok)
            try await client.post("/cooking/timers", timer(soup)).expect(.ok)
        }
        site.clock.advance(by: 60_000)
        func users(except members: Set<Int>) throws -> [Int] {
            let now = site.now
            return try site.read { try PushDeviceStore($0).due(now: now, except: members).map(\.user) }
        }
        let (alice, charlie) = (Person.alice.id, Person.charlie.id)
        #expect(try users(except: []) == [alice, charlie].sorted())
        #expect(try users(except: [charlie]) == [alice] && users(except: [alice]) == [charlie])
        #expect(try users(except: [alice, charlie]).isEmpty)
    }

    @Test func `what no browser sends is refused`() async throws {
        let (site, _) = try site(FakePush())
        let charlie = try site.client(.charlie)
        for wrong in [
            ("endpoint", ""), ("endpoint", "http://push.example.org/a"), ("endpoint", "https://push.example.org:81/a"),
            ("endpoint", "https://push.example.org/" + String(repeating: "x", count: 2_000)), ("p256dh", ""),
            ("p256dh", String(repeating: "A", count: 87)), ("p256dh", String(repeating: "A", count: 200)),
            ("auth", "AAAA"), ("auth", "?"),
        ] {
            let fields = FakePush.device().filter { $0.0 != wrong.0 } + [wrong]
            let answer = try await charlie.post("/cooking/devices", fields)
            #expect(answer.status == .unprocessable && answer.shows("The browser sent something"), "\(wrong)")
        }
        #expect(try site.count("SELECT count(*) FROM push_device") == 0)
    }

    @Test func `a device rings for one session, which ends with it`() async throws {
        let (site, _) = try site(FakePush())
        let (charlie, alice) = (try site.client(.charlie), try site.client(.alice))
        let device = FakePush.device()
        for client in [charlie, charlie, alice] { try await client.post("/cooking/devices", device).expect(.ok) }
        #expect(try await [isOn(charlie), isOn(alice)] == [false, true])
        try await alice.post("/logout").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM push_device") == 0)
        for number in 0...CookingRules.devices {
            site.clock.advance(by: 1)
            try await site.client(.charlie).post("/cooking/devices", FakePush.device("\(number)x")).expect(.ok)
        }
        #expect(try site.count("SELECT count(*) FROM push_device") == CookingRules.devices)
        #expect(try site.count("SELECT count(*) FROM push_device WHERE endpoint LIKE '%/0x'") == 0)
    }

    @Test func `members see and remove their devices in the settings`() async throws {
        let (site, _) = try site(FakePush())
        let (charlie, other) = (try site.client(.charlie), try site.client(.charlie))
        #expect(try await charlie.get("/settings/devices").shows("No device yet."))
        try await other.post("/cooking/devices", FakePush.device()).expect(.ok)
        let page = try await charlie.get("/settings/devices")
        #expect(page.shows("Stop ringing") && !page.shows("this browser"))
        #expect(try await other.get("/settings/devices").shows("this browser"))
        let id = try site.count("SELECT id FROM push_device")
        #expect(try await site.client(.alice).post("/settings/devices/\(id)/delete").status == .notFound)
        let answer = try await charlie.post("/settings/devices/\(id)/delete")
        #expect(answer.location == "/settings/devices")
        #expect(try await charlie.get("/settings/devices").shows("That device doesn’t ring any more."))
        #expect(try await !isOn(other))
    }
}
