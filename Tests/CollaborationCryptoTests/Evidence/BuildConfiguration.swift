/// How the tests were compiled.
///
/// A verification takes some 80 times longer without optimisation, so the tests that make tens of thousands
/// of them run in release alone.
enum BuildConfiguration {
    static var isRelease: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }
}
