import CollaborationCore
import Foundation
import Testing

@Suite("Share options in Apple's article")
struct ArticleOptionsTests {
    @Test("Share options are made as in Apple's article, and their summary names the selection")
    func article() throws {
        var permission = CollaborationOptionsGroup.picker(
            identifier: UUID().uuidString,
            options: [
                CollaborationOption(title: "Can make changes", identifier: "write"),
                CollaborationOption(title: "Read only", identifier: "read"),
            ]
        )
        permission.options[0].isSelected = true
        permission.title = "Permission"

        var additionalOptions = CollaborationOptionsGroup(
            identifier: UUID().uuidString,
            options: [
                CollaborationOption(title: "Allow mentions", identifier: "mentions"),
                CollaborationOption(title: "Allow comments", identifier: "comments"),
            ]
        )
        additionalOptions.title = "Additional Settings"

        let optionsGroups = [permission, additionalOptions]
        var options = try CollaborationShareOptions(optionsGroups: optionsGroups)

        #expect(options.summary == "Can make changes")
        #expect(options.optionsGroups == [permission, additionalOptions])

        try options.select(permission.options[1].identifier)
        try options.select(additionalOptions.options[0].identifier)
        try options.select(additionalOptions.options[1].identifier)

        #expect(options.summary == "Read only, Allow mentions, Allow comments")
    }
}
