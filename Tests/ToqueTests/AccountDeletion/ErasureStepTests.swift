// Tests of single steps of an erasure: the write-ahead log and pictures.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ErasureStepTests {
    @Test func `emptying the log does not wait for a long read`() throws {
        let site = try TestSite()
        let reader = try site.site.openReader()
        try reader.script("BEGIN; SELECT count(*) FROM user")
        try site.run("INSERT INTO blocked_word (word) VALUES ('later')")
        let settings = site.site.settings
        let time = try ContinuousClock().measure { try Erasure.emptyLog(settings) }
        #expect(time < .seconds(3))
        try reader.script("COMMIT")
        try Erasure.emptyLog(settings)
        let log = try FileManager.default.attributesOfItem(atPath: settings.databasePath + "-wal")
        #expect(log[.size] as? Int == 0)
    }
}
