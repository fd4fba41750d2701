import CollaborationModels
import Foundation
import Testing

@Suite("An observer of sharing", .timeLimit(.minutes(30)))
struct SystemSharingUIObserverTests {
    struct SaveError: Error {}

    @Test("tells every subscriber, in order, what was saved and what stopped, with success or failure")
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

    @Test("tells a subscriber nothing from before its subscription")
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

    /// An error that can be seen to be let go of.
    final class HeldError: Error {}

    @Test("keeps no event for a subscriber that is gone")
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
}
