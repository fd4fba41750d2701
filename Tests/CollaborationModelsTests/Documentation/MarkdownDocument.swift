import Foundation

/// The parts of a Markdown document that tests look at.
struct MarkdownDocument {
    /// A fenced block of code.
    struct CodeBlock {
        var language: String

        /// The file that a comment right before the block names, as in `<!-- quoted from Verification.swift -->`.
        var quotedFile: String?

        var code: String
    }

    private(set) var codeBlocks: [CodeBlock] = []

    /// The lines outside of fenced blocks.
    private(set) var prose: [Substring] = []

    init(_ text: String) {
        var block: CodeBlock?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if var finished = block {
                if line == "```" {
                    codeBlocks.append(finished)
                    block = nil
                } else {
                    finished.code += line + "\n"
                    block = finished
                }
            } else if line.hasPrefix("```") {
                let comment = prose.last?.wholeMatch(of: /<!-- quoted from (\S+) -->/)
                let file = comment.map { String($0.1) }
                block = CodeBlock(language: String(line.dropFirst(3)), quotedFile: file, code: "")
            } else {
                prose.append(line)
            }
        }
    }

    /// The targets of all links.
    var links: [String] {
        prose.filter { $0.contains("[") }.flatMap { line in
            let line = line.replacing(/`[^`]*`/, with: "")
            let inline = line.matches(of: /\]\(([^)\s]+)[^)]*\)/).map { String($0.1) }
            let reference = line.prefixMatch(of: /\[[^\]]+\]: (\S+)/).map { String($0.1) }
            return inline + (reference.map { [$0] } ?? [])
        }
    }

    /// The anchors of the headings, as GitHub makes them.
    var anchors: Set<String> {
        var anchors: Set<String> = []
        for line in prose {
            guard let heading = line.wholeMatch(of: /#{1,6} +(.*)/) else { continue }
            let anchor = Self.anchor(of: String(heading.1))
            var candidate = anchor
            var repetitions = 0
            while !anchors.insert(candidate).inserted {
                repetitions += 1
                candidate = "\(anchor)-\(repetitions)"
            }
        }
        return anchors
    }

    /// GitHub's anchor of a heading: lower case, hyphens for spaces, no other punctuation.
    static func anchor(of heading: String) -> String {
        let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/, with: { $0.1 }).lowercased()
        var anchor = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .connectorPunctuation,
                .nonspacingMark, .spacingMark:
                anchor.unicodeScalars.append(scalar)
            case _ where scalar == " " || scalar == "-": anchor += "-"
            default: break
            }
        }
        return anchor
    }

    /// The rows of all tables as their cells, each row with the cells of its table's header.
    var tableRows: [(header: [String], cells: [String])] {
        var rows: [(header: [String], cells: [String])] = []
        var header: [String]?
        for line in prose {
            guard line.hasPrefix("|") else {
                header = nil
                continue
            }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let names = header else {
                header = cells
                continue
            }
            if !cells.allSatisfy({ $0.allSatisfy { $0 == "-" || $0 == ":" } }) { rows.append((names, cells)) }
        }
        return rows
    }

    /// Finds the relative links of the document in `location` whose file or heading does not exist.
    func brokenLinks(at location: URL) -> [String] {
        links.filter { link in
            guard link.prefixMatch(of: /[a-z][a-z0-9+.\-]*:/) == nil else { return false }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let path = parts[0].removingPercentEncoding ?? ""
            let folder = location.deletingLastPathComponent()
            let target = path.isEmpty ? location : folder.appending(path: path).standardizedFileURL
            guard FileManager.default.fileExists(atPath: target.path(percentEncoded: false)) else {
                return true
            }
            guard parts.count == 2 else { return false }
            let document = path.isEmpty ? self : (try? Repository.text(of: target)).map(MarkdownDocument.init)
            return document?.anchors.contains(String(parts[1])) != true
        }
    }
}
