import HTTPTypes
import Hummingbird

extension Router<AppContext> {
    /// Adds the page of the development mode and its files.
    func addPage() {
        for file in PageFile.all {
            get(RouterPath(file.path)) { _, _ in file.response }
        }
    }
}

/// A file of the page, which is part of the executable.
struct PageFile: Sendable {
    let path: String
    let contentType: String
    let contents: ByteBuffer

    private init(_ path: String, _ contentType: String, _ bytes: [UInt8]) {
        self.path = path
        self.contentType = contentType
        contents = ByteBuffer(bytes: bytes)
    }

    static let all =
        [
            PageFile("", "text/html; charset=utf-8", PackageResources.index_html),
            PageFile("icon.svg", "image/svg+xml", PackageResources.icon_svg),
            PageFile("style.css", "text/css; charset=utf-8", PackageResources.style_css),
        ]
        + [
            ("bytes", PackageResources.bytes_js), ("challenge", PackageResources.challenge_js),
            ("device-view", PackageResources.device_view_js), ("device", PackageResources.device_js),
            ("elements", PackageResources.elements_js), ("events", PackageResources.events_js),
            ("identity", PackageResources.identity_js), ("log-view", PackageResources.log_view_js),
            ("page", PackageResources.page_js), ("paper-view", PackageResources.paper_view_js),
            ("refusals", PackageResources.refusals_js), ("server", PackageResources.server_js),
            ("steps", PackageResources.steps_js), ("story", PackageResources.story_js),
            ("tree-view", PackageResources.tree_view_js),
        ].map { PageFile("\($0).js", "text/javascript; charset=utf-8", $1) }

    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: contentType,
                // The page belongs to this build of the server, so a browser asks each time.
                .cacheControl: "no-cache",
                .contentSecurityPolicy: Self.policy,
                .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: contents)
        )
    }

    /// Only files and answers of this server, and no script or style within the page.
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
}
