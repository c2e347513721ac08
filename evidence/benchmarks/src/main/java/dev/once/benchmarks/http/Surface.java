package dev.once.benchmarks.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** One application's endpoint that takes effect, and how to call it with a key. */
public interface Surface {

    /** The application's module, where its packaged jar is. */
    String module();

    /** Settings beside the demo's: what would work in the background while requests are measured. */
    default List<String> settings() {
        return List.of();
    }

    /** The tables that one first attempt adds a row to, beside its claim. */
    List<String> rowsIn();

    /** Whether this is the answer to something done, now or before. */
    boolean isDone(HttpResponse<String> answer);

    /** Signs in, or whatever else comes before the first request. */
    default void prepare(HttpClient client, URI app) throws Exception {}

    HttpRequest request(URI app, String key);

    /** A key that nobody has used. */
    String freshKey();
}
