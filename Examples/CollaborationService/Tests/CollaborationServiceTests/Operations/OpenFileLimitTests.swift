import Foundation
import Testing

@testable import CollaborationService

@Suite("Open file limit")
struct OpenFileLimitTests {
    @Test(
        "A hundred files are left for what is no connection, and there is always one connection",
        arguments: [(5000, 1024, 924), (924, 1024, 924), (925, 1024, 924), (10, 1024, 10), (10, 50, 1)]
    )
    func connections(wanted: Int, limit: Int, expected: Int) {
        let connections = OpenFileLimit.connections(wanted: wanted) { count in
            #expect(count == wanted + 100)
            return min(count, limit)
        }
        #expect(connections == expected)
    }

    @Test("The limit that was raised is what the process has then")
    func success() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            #expect(getrlimit(OpenFileLimit.resource, &limit) == 0)
            limit.rlim_cur = 200
            #expect(setrlimit(OpenFileLimit.resource, &limit) == 0)
            #expect(OpenFileLimit.raised(to: 100) == 200)
            #expect(OpenFileLimit.raised(to: 300) == 300)
            #expect(OpenFileLimit.connections(wanted: 250) == 250)
        }
    }

    @Test("The limit is raised only as far as it may be, and never lowered")
    func raised() {
        let limit = OpenFileLimit.raised(to: 1)
        #expect(limit >= 100)
        #expect(OpenFileLimit.raised(to: limit) == limit)
        #expect(OpenFileLimit.raised(to: .max) >= limit)
    }
}
