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

    static let all: [PageFile] = [
        PageFile("", "text/html; charset=utf-8", PackageResources.index_html),
        PageFile("icon.svg", "image/svg+xml", PackageResources.icon_svg),
        PageFile("style.css", "text/css; charset=utf-8", PackageResources.style_css),
        script("bytes.js", PackageResources.bytes_js),
        script("challenge.js", PackageResources.challenge_js),
        script("device-view.js", PackageResources.device_view_js),
        script("device.js", PackageResources.device_js),
        script("elements.js", PackageResources.elements_js),
        script("events.js", PackageResources.events_js),
        script("identity.js", PackageResources.identity_js),
        script("log-view.js", PackageResources.log_view_js),
        script("page.js", PackageResources.page_js),
        script("paper-view.js", PackageResources.paper_view_js),
        script("refusals.js", PackageResources.refusals_js),
        script("server.js", PackageResources.server_js),
        script("steps.js", PackageResources.steps_js),
        script("story.js", PackageResources.story_js),
        script("tree-view.js", PackageResources.tree_view_js),
    ]

    private static func script(_ path: String, _ bytes: [UInt8]) -> PageFile {
        PageFile(path, "text/javascript; charset=utf-8", bytes)
    }

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
