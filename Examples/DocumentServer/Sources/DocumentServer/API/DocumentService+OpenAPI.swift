import Hummingbird

extension DocumentService {
    /// Serves the description of all routes, `openapi.json`.
    func addOpenAPIRoute(to router: Router<AppContext>) {
        let document = ByteBuffer(bytes: PackageResources.openapi_json)
        router.get("openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json; charset=utf-8"],
                body: ResponseBody(byteBuffer: document)
            )
        }
    }
}
