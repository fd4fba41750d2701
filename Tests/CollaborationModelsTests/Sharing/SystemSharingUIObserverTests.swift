import CollaborationModels
import Foundation
import Testing

extension SystemSharingUIObserver.Event {
    fileprivate var summary: String {
        switch self {
        case .didSaveShare(let record, .success): "saved \(record)"
        case .didSaveShare(let record, .failure): "did not save \(record)"
        case .didStopSharing(let record, .success): "stopped \(record)"
        case .didStopSharing(let record, .failure): "did not stop \(record)"
        }
    }
}

@Suite("Sharing observer", .timeLimit(.minutes(30)))
struct SystemSharingUIObserverTests {
    struct SaveError: Error {}

    /// What the subscribers of an observer get until it is released.
    private func told(
        _ count: Int = 1,
        early: SystemSharingUIObserver.Event? = nil,
        _ report: (SystemSharingUIObserver) async -> Void
    ) async -> [[String]] {
        var observer: SystemSharingUIObserver? = SystemSharingUIObserver(container: "iCloud.com.example")
        var subscriptions: [AsyncStream<SystemSharingUIObserver.Event>] = []
        if let observer {
            if let early { observer.report(early) }
            subscriptions = (0..<count).map { _ in observer.events }
            await report(observer)
        }
        observer = nil
        var told: [[String]] = []
        for subscription in subscriptions { told.append(await subscription.reduce(into: []) { $0.append($1.summary) }) }
        return told
    }

    @Test("Every subscriber of a sharing observer gets every event in order")
    func events() async {
        let told = await told(2) {
            $0.report(.didSaveShare(recordName: "recipes", .success(CloudKitShare(recordName: "share-1"))))
            $0.report(.didSaveShare(recordName: "notes", .failure(SaveError())))
            $0.report(.didStopSharing(recordName: "recipes", .success(())))
        }
        #expect(told == [["saved recipes", "did not save notes", "stopped recipes"], told[0]])
    }

    @Test("A subscriber of a sharing observer gets no event from before its subscription")
    func late() async {
        let told = await told(early: .didStopSharing(recordName: "early", .success(()))) {
            $0.report(.didStopSharing(recordName: "late", .success(())))
        }
        #expect(told == [["stopped late"]])
    }

    @Test("All subscribers get concurrent events in the same order", arguments: 0..<20)
    func sameOrder(round: Int) async {
        let told = await told(8) { observer in
            await withTaskGroup(of: Void.self) { group in
                for sender in 0..<100 {
                    group.addTask { observer.report(.didStopSharing(recordName: "\(sender)", .success(()))) }
                }
            }
        }
        #expect(told.allSatisfy { $0.count == 100 && $0 == told[0] })
    }
}
