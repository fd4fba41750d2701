import Hummingbird

extension Router<AppContext> {
    func addPage() {
        for file in PageFile.all {
            get(RouterPath(file.path)) { _, _ in file.response }
        }
    }
}

/// A file of the page, which is part of the executable.
struct PageFile: Sendable {
    let path: String
    let contents: [UInt8]

    static let all = [
        "": PackageResources.index_html, "icon.svg": PackageResources.icon_svg,
        "style.css": PackageResources.style_css, "bytes.js": PackageResources.bytes_js,
        "challenge.js": PackageResources.challenge_js, "device-view.js": PackageResources.device_view_js,
        "device.js": PackageResources.device_js, "elements.js": PackageResources.elements_js,
        "events.js": PackageResources.events_js, "identity.js": PackageResources.identity_js,
        "log-view.js": PackageResources.log_view_js, "page.js": PackageResources.page_js,
        "refusals.js": PackageResources.refusals_js, "steps.js": PackageResources.steps_js,
        "story.js": PackageResources.story_js, "tree-view.js": PackageResources.tree_view_js,
    ].map { PageFile(path: $0, contents: $1) }

    private static let types = ["js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"]

    var response: Response {
        let type = path.split(separator: ".").last.flatMap { Self.types[String($0)] } ?? "text/html"
        // The page belongs to this build of the server, so a browser asks each time.
        let headers: HTTPFields = [
            .contentType: "\(type); charset=utf-8", .cacheControl: "no-cache",
            .contentSecurityPolicy: Self.policy, .xContentTypeOptions: "nosniff",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: contents)))
    }

    /// Only files and answers of this server, and no script or style within the page.
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
}
