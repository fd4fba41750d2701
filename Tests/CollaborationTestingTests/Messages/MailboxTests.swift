import CollaborationCore
import CollaborationModels
import Foundation
import Testing

@testable import CollaborationTesting

@Suite("Mailbox")
struct MailboxTests {
    @Test("The last update of a mailbox lists all deliveries, also of concurrent ones")
    func concurrentDeliveries() async throws {
        let url = try #require(URL(string: "https://bakery.example/recipes"))
        let thread = SimulatedThread(members: [])
        for _ in 0..<200 {
            let mailbox = Mailbox()
            let updates = mailbox.updates
            await withTaskGroup { deliveries in
                for name: CollaborationIdentifier in ["doc-1", "doc-2"] {
                    let highlight = CollaborationHighlight(
                        collaborationIdentifier: name,
                        url: url,
                        creationDate: .distantPast
                    )
                    deliveries.addTask { mailbox.receive(highlight, identity: nil, in: thread) }
                }
            }
            var lists: [Int] = []
            for await list in updates {
                lists.append(list.count)
                if lists.count == 3 { break }
            }
            #expect(lists == [0, 1, 2])
        }
    }

    @Test("The updates of a mailbox end when the mailbox is released")
    func end() async {
        let updates = Mailbox().updates
        #expect(await updates.reduce(0) { count, _ in count + 1 } == 1)
    }
}
