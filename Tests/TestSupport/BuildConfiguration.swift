/// The build configuration of the tests.
///
/// A verification takes about 80 times longer without optimization. So a debug build tests some of many cases of a kind,
/// and a release build, as the gate makes one, tests them all.
public enum BuildConfiguration {
    /// Whether the tests are built with optimization.
    public static var isRelease: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }
}

extension Sequence {
    /// All elements in release; in debug every n-th one, beginning with the first.
    public func everyInDebug(_ step: Int) -> [Element] {
        enumerated().filter { BuildConfiguration.isRelease || $0.offset.isMultiple(of: step) }.map(\.element)
    }
}
