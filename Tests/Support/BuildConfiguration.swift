/// The build configuration of the tests.
///
/// A verification takes about 80 times longer without optimization. So a test that takes more than a second in a debug build
/// is enabled in a release build only, as the gate makes one.
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
