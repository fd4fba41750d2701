import Hummingbird

/// Answers requests of an address beyond a rate with 429 and the seconds after which to come again, and notes the address.
struct AddressLimit: RouterMiddleware {
    let buckets: TokenBuckets
    let isBehindProxy: Bool

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        var context = context
        context.client = ClientAddress.network(
            of: request.headers,
            connection: context.address,
            behindProxy: isBehindProxy
        )
        if let client = context.client { try buckets.takeOrThrow(of: client) }
        return try await next(request, context)
    }
}

/// Answers requests of an account beyond a rate with 429, behind the authentication.
///
/// A request costs one token, and those of its bytes on credit: the account's further requests have to wait for as much
/// longer. So whoever works in a large record pays for its size.
struct AccountLimit: RouterMiddleware {
    let buckets: TokenBuckets

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        guard case .account(let account) = context.caller else { return try await next(request, context) }
        try buckets.takeOrThrow(of: account.rawValue)
        let cost = RequestCost()
        defer { _ = buckets.take(cost.tokenCount, of: account.rawValue, onCredit: true) }
        return try await RequestCost.$current.withValue(cost) { try await next(request, context) }
    }
}

extension TokenBuckets {
    fileprivate func takeOrThrow(of key: String) throws {
        guard let wait = take(of: key) else { return }
        let seconds = Int((wait / .seconds(1)).rounded(.up))
        throw HTTPError(.tooManyRequests, headers: [.retryAfter: "\(seconds)"], message: "Too many requests.")
    }
}
