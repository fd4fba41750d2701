import CollaborationModels
import Testing

@Suite("Highlight center")
struct HighlightCenterTests {
    @Test("The errors of a highlight center have Apple's codes")
    func errorCodes() {
        #expect(HighlightCenterError.internalError.rawValue == 1)
        #expect(HighlightCenterError.invalidURL.rawValue == 2)
        #expect(HighlightCenterError.accessDenied.rawValue == 3)
    }
}
