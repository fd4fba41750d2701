/// The build configuration of the tests.
///
/// A verification takes about 80 times longer without optimization, so tests that make tens of thousands of
/// them run only in release.
enum BuildConfiguration {
    static var isRelease: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }
}
