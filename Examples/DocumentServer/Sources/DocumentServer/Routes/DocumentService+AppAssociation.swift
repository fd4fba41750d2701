import Foundation
import Hummingbird

extension DocumentService {
    /// Serves the file that tells Apple's systems which apps open the links of documents.
    ///
    /// Answers with 404 when no app is set.
    func addAppAssociationRoute(to router: Router<AppContext>) {
        router.get(".well-known/apple-app-site-association") { _, _ in
            guard !appIDs.isEmpty else { throw HTTPError(.notFound) }
            let path = publicURL.flatMap { URL(string: $0)?.path() } ?? ""
            let file = AppAssociation(
                applinks: .init(
                    details: [.init(appIDs: appIDs, components: [.init(path: "\(path)/documents/*")])]
                )
            )
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            return Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(file)))
            )
        }
    }
}

/// The file `apple-app-site-association`, as Apple's article *Supporting associated domains* describes it.
private struct AppAssociation: Encodable {
    struct Links: Encodable { let details: [Detail] }
    struct Detail: Encodable { let appIDs: [String], components: [Component] }

    /// A pattern of the paths that the apps open.
    struct Component: Encodable {
        let path: String

        enum CodingKeys: String, CodingKey { case path = "/" }
    }

    let applinks: Links
}
