import CollaborationCore
import Foundation
import Logging
import Metrics
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Log lines")
struct LineLogHandlerTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private let lines = Lines()

    private var logger: Logger {
        Logger(label: "test") { [lines] _ in
            var handler = LineLogHandler(logLevel: .info)
            handler.write = { line in
                lines.all.withLock { $0.append(line) }
                return true
            }
            return handler
        }
    }

    @Test(
        "No mark of direction, invisible character or line break is in a line of the log as it is",
        arguments: [
            "\u{202E}", "\u{2066}", "\u{200B}", "\u{200F}", "\u{FEFF}", "\u{E0041}", "\u{85}", "\u{2028}",
            "\u{7F}",
            "\u{E0002}",
        ]
    ) func marks(mark: String) throws {
        logger.error("a\(mark)b", metadata: ["document": "c\(mark)d"])
        let line = try #require(lines.all.withLock { $0.first })
        #expect(!line.unicodeScalars.contains { mark.unicodeScalars.contains($0) })
        let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(object["message"] == "a\(mark)b" && object["document"] == "c\(mark)d")
    }

    @Test("A line that cannot be written is lost, and counted")
    func lost() throws {
        let metrics = PrometheusMetrics()
        withMetricsFactory(metrics) {
            Logger(label: "test") { _ in
                var handler = LineLogHandler(logLevel: .info)
                handler.write = { _ in false }
                return handler
            }.error("Failed")
        }
        #expect(metrics.text.contains("log_lines_lost_total 1.0\n"))
    }

    @Test("A log message in JSON is one object on one line")
    func json() throws {
        logger.error("Failed", metadata: ["document": "a\nb\""])
        let line = try #require(lines.all.withLock { $0.first })
        #expect(line.last == "\n" && line.split(separator: "\n").count == 1)
        let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(object["level"] == "error" && object["message"] == "Failed" && object["document"] == "a\nb\"")
        let time = try #require(object["time"])
        #expect(try Date(time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) < .now)
    }
}
