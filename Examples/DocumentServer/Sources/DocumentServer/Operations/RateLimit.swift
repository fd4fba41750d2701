import Hummingbird

/// Answers requests beyond a rate with 429 and the seconds after which to come again.
struct RateLimit: RouterMiddleware {
    private let buckets: TokenBuckets?
    private let key: @Sendable (Request, AppContext) -> String?

    /// Limits the requests of each account, behind the authentication.
    static func ofAccounts(_ rate: LimitSettings.Rate) -> Self {
        Self(rate) { _, context in context.authenticated?.rawValue }
    }

    /// Limits the requests of each address.
    static func ofAddresses(_ rate: LimitSettings.Rate, behindProxy: Bool) -> Self {
        Self(rate) { request, context in
            ClientAddress(of: request, connection: context.address, behindProxy: behindProxy)?.network
        }
    }

    private init(_ rate: LimitSettings.Rate, key: @escaping @Sendable (Request, AppContext) -> String?) {
        buckets = rate.perSecond > 0 ? TokenBuckets(rate) : nil
        self.key = key
    }

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        if let buckets, let key = key(request, context), let wait = buckets.take(key) {
            let seconds = Int((wait / .seconds(1)).rounded(.up))
            throw HTTPError(
                .tooManyRequests,
                headers: [.retryAfter: "\(max(1, seconds))"],
                message: "Too many requests."
            )
        }
        return try await next(request, context)
    }
}
