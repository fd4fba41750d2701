import AsyncHTTPClient
import Foundation
import Logging

/// The URL of a JWKS, from which keys are fetched: at the start, every ten minutes, and when a token names one that is unknown.
actor KeySetURL {
    let url: String
    private let interval, limit: Duration

    /// The fetch that goes on, and when a token was the last cause of one.
    private var current: Task<Void, Never>?
    private var asked: ContinuousClock.Instant?

    /// - Parameters:
    ///   - interval: The shortest time between two fetches that tokens cause, so that nobody can make the server ask all the time.
    ///   - limit: The longest time of a fetch.
    init?(_ url: String, interval: Duration = .seconds(60), limit: Duration = .seconds(5)) {
        // What is sent to this machine is not on a network. A port of more than 16 bits would end the process.
        let form = #/(https://[^\s@\/]+|http://(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]+)?)(/\S*)?/#
        guard url.wholeMatch(of: form) != nil, URL(string: url)?.port ?? 443 <= UInt16.max else { return nil }
        (self.url, self.interval, self.limit) = (url, interval, limit)
    }

    /// Fetches the keys until the task is canceled: soon again while there are none.
    func keepFetching(into tokens: AccountTokens) async throws {
        while true {
            await fetch(into: tokens)
            try await Task.sleep(for: tokens.hasKeys ? .seconds(600) : .seconds(2))
        }
    }

    /// Fetches the keys, or waits for the fetch that goes on; not for a token if one was the cause of another fetch just before.
    func fetch(into tokens: AccountTokens, isScheduled: Bool = true) async {
        if let current { return await current.value }
        if !isScheduled {
            if let asked, asked.duration(to: .now) < interval { return }
            asked = .now
        }
        let fetch = Task {
            await replaceKeys(of: tokens)
            current = nil
        }
        current = fetch
        // The time that the client takes for itself ends with the head of the answer, and a body may never end.
        let timer = Task { [limit] in
            try await Task.sleep(for: limit)
            fetch.cancel()
        }
        await fetch.value
        timer.cancel()
    }

    /// Keeps the last keys if there is no answer, or one without keys.
    private func replaceKeys(of tokens: AccountTokens) async {
        let client = HTTPClient(configuration: .init(redirectConfiguration: .disallow))
        do {
            let answer = try await client.execute(HTTPClientRequest(url: url), deadline: .distantFuture)
            let bytes = try await answer.body.collect(upTo: 1 << 18).readableBytesView
            // A body that is canceled ends like one that is complete.
            try Task.checkCancellation()
            let keys = await TokenKey.publicKeys(in: Data(bytes))
            guard answer.status == .ok, !keys.isEmpty else {
                throw StartError("Status \(answer.status.code), without a key for RS256, PS256, ES256 or EdDSA")
            }
            tokens.replaceKeys(keys)
        } catch {
            let reason = Task.isCancelled ? "There is no whole answer within \(limit)." : "\(error)"
            Logger(label: "CollaborationService").error(
                "The keys of accounts cannot be fetched",
                metadata: ["url": "\(url)", "error": "\(reason)"]
            )
        }
        try? await client.shutdown()
    }
}
