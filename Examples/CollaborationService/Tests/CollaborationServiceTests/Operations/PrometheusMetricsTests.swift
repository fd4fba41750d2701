import Foundation
import Metrics
import Testing

@testable import CollaborationService

@Suite("Prometheus metrics")
struct PrometheusMetricsTests {
    private let metrics = PrometheusMetrics()

    @Test("Alerts and dashboard ask for metrics that the service has", arguments: ["alerts.yml", "dashboard.json"])
    func deployment(file: String) throws {
        let url = TemporaryFolder.package.appending(path: "Deployment/\(file)")
        let text = try String(contentsOf: url, encoding: .utf8)
        let names = text.matches(of: /\b(http|operations|refusals|store|database|log|audit|process|service)_\w+/)
        #expect(names.count > 5)
        for name in names.map({ String($0.output.0).replacing("_bucket", with: "") }) {
            #expect(PrometheusMetrics.help[name] != nil || ProcessMetrics.text.contains("# HELP \(name) "), "\(name)")
        }
    }

    @Test("Counters, gauges and timers are written in the text format, sorted by their names")
    func format() {
        func requests(_ route: String, _ status: String) -> Counter {
            Counter(label: "http.requests", dimensions: [("route", route), ("status", status)], factory: metrics)
        }
        requests("/a", "200").increment()
        requests("/a", "200").increment(by: 2)
        requests("/b", "403").increment()
        let meter = Meter(label: "connections", factory: metrics)
        meter.set(7)
        meter.set(2.5)
        meter.increment(by: 3)
        meter.decrement(by: 1)
        #expect(
            metrics.text == """
                # TYPE connections gauge
                connections 4.5
                # HELP http_requests_total Requests by route, method and status.
                # TYPE http_requests_total counter
                http_requests_total{route="/a",status="200"} 3.0
                http_requests_total{route="/b",status="403"} 1.0

                """
        )
    }

    @Test("A timer is written as a histogram in seconds with cumulative buckets")
    func histogram() {
        let timer = Timer(label: "store", dimensions: [("operation", "pair")], factory: metrics)
        for duration in [Duration.microseconds(100), .milliseconds(1), .milliseconds(2), .seconds(60)] {
            timer.record(duration: duration)
        }
        let lines = metrics.text.split(separator: "\n")
        #expect(
            lines.prefix(2) == [
                "# HELP store_seconds The time of an operation of the database.", "# TYPE store_seconds histogram",
            ]
        )
        for expected in [
            #"store_seconds_bucket{operation="pair",le="0.0001"} 1"#,
            #"store_seconds_bucket{operation="pair",le="0.0005"} 1"#,
            #"store_seconds_bucket{operation="pair",le="0.001"} 2"#,
            #"store_seconds_bucket{operation="pair",le="0.0025"} 3"#,
            #"store_seconds_bucket{operation="pair",le="10.0"} 3"#,
            #"store_seconds_bucket{operation="pair",le="+Inf"} 4"#,
            #"store_seconds_sum{operation="pair"} 60.0031"#,
            #"store_seconds_count{operation="pair"} 4"#,
        ] { #expect(lines.contains { $0 == expected }, "\(expected)") }
    }

    @Test("The value of a metric's label is escaped, so that it cannot end its line or add a label")
    func escaping() {
        Counter(label: "a-b", dimensions: [("c.d", "\"}\n\\")], factory: metrics).increment()
        #expect(metrics.text == "# TYPE a_b_total counter\na_b_total{c_d=\"\\\"}\\n\\\\\"} 1.0\n")
    }
}
