import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * A back end with documents of its own, which passes the requests of its apps on to the collaboration service: it signs its accounts in
 * itself, and they have no tokens of the service. It keeps a session for each account that reads a document, and closes it when the
 * service tells that the account has lost access. Without packages; yours has a library that reads JSON.
 *
 *     SERVICE=http://127.0.0.1:9080 BACKEND_TOKEN=... PORT=8090 java Backend.java
 */
class Backend {
    record Document(String owner, String text) {}

    record Answer(int status, String body) {}

    static final Map<String, Document> documents = new ConcurrentHashMap<>();

    /** The open sessions: who reads what, as `document account`, both percent-encoded. */
    static final Map<String, Boolean> sessions = new ConcurrentHashMap<>();

    static volatile int eventCount = 0;

    static final HttpClient client = HttpClient.newHttpClient();

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(System.getenv("SERVICE") + path))
            .header("Authorization", "Bearer " + System.getenv("BACKEND_TOKEN"));
    }

    static Answer ask(String method, String path, String body) throws IOException, InterruptedException {
        var request = request(path).timeout(Duration.ofSeconds(5)).method(method, BodyPublishers.ofString(body)).build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.body());
    }

    static Answer answer(String method, String name, String action, String account, String body) throws Exception {
        var document = documents.get(name);
        if (document == null && method.equals("PUT")) {
            documents.put(name, new Document(account, body));
            return new Answer(201, "");
        }
        var denied = new Answer(403, "{\"error\":\"accessDenied\"}");
        if (document == null) return denied;
        var path = "/collaborations/" + encoded(name);
        var session = encoded(name) + " " + encoded(account);
        boolean isOwner = document.owner.equals(account);
        switch (method + " " + action) {
            case "POST share": // The app's StartRequest, and what it fulfills its start action with.
                return isOwner ? ask("PUT", path + "?account=" + encoded(account), body) : denied;
            case "POST participants", "POST challenge", "POST proof": // The service checks each as this account.
                return ask("POST", path + "/" + action + "?account=" + encoded(account), body);
            case "GET session":
                return new Answer(200, sessions.containsKey(session) ? "open" : "closed");
            case "DELETE ":
                if (!isOwner) return denied;
                documents.remove(name);
                return ask("DELETE", path, "");
        }
        var count = eventCount;
        var access = isOwner ? "\"hasAccess\":true \"write\"" : ask("GET", path + "/accounts/" + encoded(account), "").body;
        if (!access.contains("\"hasAccess\":true")) return denied;
        switch (method + " " + action) {
            case "GET ":
                sessions.put(session, true);
                // An answer from before a change may be that of somebody who was removed meanwhile.
                if (count != eventCount) sessions.remove(session);
                return new Answer(200, document.text);
            case "PUT ":
                if (!access.contains("\"write\"")) return denied;
                documents.put(name, new Document(document.owner, body));
                return new Answer(200, "");
        }
        return denied;
    }

    /** Closes the sessions of those who lose access, or have other access. With several servers, follow each. */
    static void followChanges() {
        var last = "";
        while (true) {
            try {
                var request = request("/changes").header("Last-Event-ID", last).build();
                try (Stream<String> lines = client.send(request, BodyHandlers.ofLines()).body()) {
                    for (var line : (Iterable<String>) lines::iterator) {
                        if (line.startsWith("id: ")) last = line.substring(4);
                        if (line.startsWith("data: ")) close(line.substring(6));
                    }
                }
            } catch (Exception error) {
                System.err.println("The changes cannot be followed: " + error);
            }
            try {
                Thread.sleep(1000);
            } catch (InterruptedException error) {
                return;
            }
        }
    }

    /** Closes every session of the collaboration: whoever still has access opens another. After an event `missed`, all. */
    static void close(String change) {
        eventCount += 1;
        var name = change.replaceFirst("^.*\"collaboration\":\"((?:[^\"\\\\]|\\\\.)*)\".*$", "$1");
        if (name.equals(change) || name.contains("\\")) sessions.clear();
        sessions.keySet().removeIf(session -> session.startsWith(encoded(name) + " "));
    }

    static void handle(HttpExchange exchange) throws IOException {
        var parts = exchange.getRequestURI().getPath().substring("/documents/".length()).split("/", 2);
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        // Your sign-in goes here. This one believes the client, so it listens on this machine alone.
        var account = exchange.getRequestHeaders().getFirst("Account");
        Answer answer;
        try {
            answer = answer(exchange.getRequestMethod(), parts[0], parts.length > 1 ? parts[1] : "", account, body);
        } catch (Exception error) {
            answer = new Answer(503, "{\"error\":\"the collaboration service does not answer\"}");
        }
        var bytes = answer.body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    public static void main(String[] arguments) throws IOException {
        var following = new Thread(Backend::followChanges);
        following.setDaemon(true);
        following.start();
        var port = System.getenv().getOrDefault("PORT", "8090");
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(port)), 0);
        server.createContext("/documents/", Backend::handle);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.out.println("Serving on http://127.0.0.1:" + server.getAddress().getPort());
    }
}
