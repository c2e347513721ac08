package dev.once.chaos.platform;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Another company: it does what it is asked once per key, keeps its own books, and is not always well. */
final class Vendor implements AutoCloseable {

    private static final Pattern WHOM = Pattern.compile("\"(?:customer|to)\":\"([^\"]+)\"");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "vendor");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, String> doneByKey = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> doneFor = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile int unwellOneIn = Integer.MAX_VALUE;

    Vendor() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** One call in so many is answered 503 or, done, not at all. */
    void unwell(int oneIn) {
        unwellOneIn = oneIn;
    }

    void well() {
        unwellOneIn = Integer.MAX_VALUE;
    }

    int calls() {
        return calls.get();
    }

    /** How often a thing of that kind ("charges", "emails") was done for that customer or addressee. */
    int done(String kind, String whom) {
        AtomicInteger done = doneFor.get(kind + " " + whom);
        return done == null ? 0 : done.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        String kind = exchange.getRequestURI().getPath().substring(1);
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean unwell = ThreadLocalRandom.current().nextInt(unwellOneIn) == 0;
        if (unwell && ThreadLocalRandom.current().nextBoolean()) {
            answer(exchange, 503, "{}");
            return;
        }
        String done = doneByKey.computeIfAbsent(kind + " " + key, any -> {
            doneFor.computeIfAbsent(kind + " " + whom(body), who -> new AtomicInteger())
                    .incrementAndGet();
            return "{\"id\":\"" + kind + "-" + key + "\"}";
        });
        if (unwell) {
            exchange.close();
        } else {
            answer(exchange, 200, done);
        }
    }

    private static String whom(String body) {
        Matcher whom = WHOM.matcher(body);
        return whom.find() ? whom.group(1) : "?";
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
