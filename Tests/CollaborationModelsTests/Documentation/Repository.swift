import CollaborationTestSupport
import Foundation
import Testing

/// The files of the repository from which this test was compiled.
enum Repository {
    /// All files with an extension, except those in hidden folders other than `.github`.
    static func files(withExtension pathExtension: String) throws -> [URL] {
        let keys: [URLResourceKey] = [.isDirectoryKey]
        let all = FileManager.default.enumerator(at: packageFolder, includingPropertiesForKeys: keys)
        let enumerator = try #require(all)
        var files: [URL] = []
        for case let file as URL in enumerator {
            let name = file.lastPathComponent
            if name.hasPrefix("."), name != ".github" {
                enumerator.skipDescendants()
            } else if file.pathExtension == pathExtension {
                files.append(file)
            }
        }
        return files
    }

    /// The only file with a name.
    static func file(named name: String) throws -> URL {
        let found = try files(withExtension: (name as NSString).pathExtension).filter {
            $0.lastPathComponent == name
        }
        try #require(found.count == 1, "\(found.count) files are named \(name)")
        return found[0]
    }

    static func text(of file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }
}
