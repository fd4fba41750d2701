import CollaborationServer
import Metrics
import Synchronization
import Tracing

/// Counts an admission by its outcome, and times the verification that comes before the store.
func measuringAdmission(_ admit: () async throws -> Admission) async throws -> Admission {
    let verification = Verification()
    do {
        let admission = try await Verification.$current.withValue(verification) { try await admit() }
        Counter(label: "admissions", dimensions: [("outcome", "admitted")]).increment()
        return admission
    } catch {
        verification.end()
        let outcome = AccessRefusal(error).map { "\($0)" } ?? "failed"
        Counter(label: "admissions", dimensions: [("outcome", outcome)]).increment()
        throw error
    }
}

/// The checks of a challenge and of a proof, which end with a refusal or when the store is asked.
final class Verification: Sendable {
    /// The verification that goes on in this task.
    @TaskLocal static var current: Verification?

    private let start = ContinuousClock.now
    private let span = Mutex<(any Span)?>(startSpan("verification"))

    /// Records the time and ends the span, unless that is done.
    func end() {
        guard let span = span.withLock({ $0.take() }) else { return }
        Timer(label: "verification").record(duration: .now - start)
        span.end()
    }
}
