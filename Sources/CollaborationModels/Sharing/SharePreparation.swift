/// Makes a share once and gives it to everyone who asks.
final class SharePreparation: Sendable {
    typealias Handler = @Sendable () async throws -> CloudKitShare

    private enum Stage {
        case unprepared(Handler)
        case underWay(Task<CloudKitShare, any Error>)
        case ready(CloudKitShare)
    }

    private let stage: Locked<Stage>

    init(handler: @escaping Handler) {
        stage = Locked(.unprepared(handler))
    }

    init(existing share: CloudKitShare) {
        stage = Locked(.ready(share))
    }

    /// The share, when it exists by now.
    var share: CloudKitShare? {
        stage.withLock {
            guard case .ready(let share) = $0 else { return nil }
            return share
        }
    }

    /// The share; the first who asks sets off the handler, and the others wait for it.
    func value() async throws -> CloudKitShare {
        let task: Task<CloudKitShare, any Error> = stage.withLock {
            switch $0 {
            case .ready(let share): return Task { share }
            case .underWay(let task): return task
            case .unprepared(let handler):
                // A task of its own, so that whoever asked first can give up without taking the share from
                // the rest.
                let task = Task { try await self.prepare(by: handler) }
                $0 = .underWay(task)
                return task
            }
        }
        return try await task.value
    }

    private func prepare(by handler: @escaping Handler) async throws -> CloudKitShare {
        do {
            let share = try await handler()
            stage.withLock { $0 = .ready(share) }
            return share
        } catch {
            stage.withLock { $0 = .unprepared(handler) }
            throw error
        }
    }
}
