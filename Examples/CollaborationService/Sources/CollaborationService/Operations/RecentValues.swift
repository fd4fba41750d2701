/// Remembers values by their keys: at least a number of those that were used last, and at most twice as many.
///
/// They are kept in two generations. When the younger one is full it becomes the older one, whose keys are forgotten
/// unless they are used in between.
struct RecentValues<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let generationCount: Int

    init(generationCount: Int) { self.generationCount = max(1, generationCount) }

    var count: Int { young.count + old.count }

    mutating func value(of key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old[key] else { return nil }
        set(value, of: key)
        return value
    }

    mutating func set(_ value: Value, of key: Key) {
        if young[key] == nil, young.count >= generationCount { (old, young) = (young, [:]) }
        young[key] = value
    }
}
