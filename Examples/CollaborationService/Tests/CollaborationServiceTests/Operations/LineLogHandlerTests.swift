import Foundation
import Logging
import Metrics
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Log lines")
struct LineLogHandlerTests {
    private func logger(_ write: @escaping @Sendable (String) -> Bool) -> Logger {
        Logger(label: "test") { _ in
            var handler = LineLogHandler(logLevel: .info)
            handler.write = write
            return handler
        }
    }

    @Test(
        "A log message is one line of JSON, without any mark of direction, invisible character or other line break",
        arguments: [
            "\u{202E}", "\u{2066}", "\u{200B}", "\u{200F}", "\u{FEFF}", "\u{E0041}", "\u{85}", "\u{2028}", "\u{7F}",
            "\u{E0002}", "\u{FE0F}", "\u{34F}", "\u{3164}", "\n",
        ]
    ) func marks(mark: String) throws {
        let lines = Mutex<[String]>([])
        logger { line in
            lines.withLock { $0.append(line) }
            return true
        }.error("a\(mark)b", metadata: ["document": "c\(mark)d\""])
        let line = try #require(lines.withLock { $0.first })
        #expect(line.last == "\n")
        #expect(!line.dropLast().unicodeScalars.contains { mark.unicodeScalars.contains($0) })
        let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(object["level"] == "error")
        #expect(object["message"] == "a\(mark)b" && object["document"] == "c\(mark)d\"")
        let time = try #require(object["time"])
        #expect(try Date(time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) < .now)
    }

    @Test("A line that cannot be written is lost, and counted")
    func lost() throws {
        let metrics = PrometheusMetrics()
        withMetricsFactory(metrics) { logger { _ in false }.error("Failed") }
        #expect(metrics.text.contains("log_lines_lost_total 1.0\n"))
    }
}
