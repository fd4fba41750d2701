import CollaborationModels
import Foundation
import Testing

@Suite("Sharing observer", .timeLimit(.minutes(30)))
struct SystemSharingUIObserverTests {
    struct SaveError: Error {}

    @Test("Every subscriber of a sharing observer gets every event in order")
    func events() async {
        var observer: SystemSharingUIObserver? = SystemSharingUIObserver(container: "iCloud.com.example")
        let share = CloudKitShare(recordName: "share-1", title: "Baking Recipes")
        let subscriptions = [observer?.events, observer?.events].compactMap(\.self)
        #expect(subscriptions.count == 2)

        observer?.report(.didSaveShare(recordName: "recipes", .success(share)))
        observer?.report(.didSaveShare(recordName: "notes", .failure(SaveError())))
        observer?.report(.didStopSharing(recordName: "recipes", .success(())))
        observer?.report(.didStopSharing(recordName: "notes", .failure(SaveError())))
        observer = nil

        for subscription in subscriptions {
            var told: [String] = []
            for await event in subscription { told.append("\(event)") }
            #expect(
                told == [
                    "Saved Baking Recipes (share share-1, not saved) of recipes",
                    "Could not save the share of notes: SaveError()",
                    "Stopped sharing recipes",
                    "Could not stop sharing notes: SaveError()",
                ]
            )
        }
    }

    @Test("A subscriber of a sharing observer gets no event from before its subscription")
    func late() async {
        var observer: SystemSharingUIObserver? = SystemSharingUIObserver(container: "iCloud.com.example")
        observer?.report(.didStopSharing(recordName: "early", .success(())))
        let events = observer?.events
        observer?.report(.didStopSharing(recordName: "late", .success(())))
        observer = nil
        var told: [String] = []
        if let events {
            for await event in events { told.append("\(event)") }
        }
        #expect(told == ["Stopped sharing late"])
    }

    /// An error whose release a test can observe.
    final class HeldError: Error {}

    @Test("A sharing observer releases the events of a subscriber that is gone")
    func gone() {
        let observer = SystemSharingUIObserver(container: "iCloud.com.example")
        func leave() -> () -> HeldError? {
            let subscription = observer.events
            let error = HeldError()
            observer.report(.didStopSharing(recordName: "recipes", .failure(error)))
            _ = subscription
            return { [weak error] in error }
        }
        #expect(leave()() == nil)
    }

    @Test("All subscribers get concurrent events in the same order", arguments: 0..<50)
    func sameOrder(round: Int) async {
        var observer: SystemSharingUIObserver? = SystemSharingUIObserver(container: "iCloud.com.example")
        let subscriptions = (0..<8).compactMap { _ in observer?.events }
        await withTaskGroup(of: Void.self) { [observer] group in
            for sender in 0..<100 {
                group.addTask { observer?.report(.didStopSharing(recordName: "\(sender)", .success(()))) }
            }
        }
        observer = nil
        var orders: [[String]] = []
        for subscription in subscriptions {
            var told: [String] = []
            for await event in subscription { told.append("\(event)") }
            orders.append(told)
        }
        #expect(orders.allSatisfy { $0.count == 100 && $0 == orders[0] })
    }
}
