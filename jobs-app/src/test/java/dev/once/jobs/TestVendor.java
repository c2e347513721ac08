package dev.once.jobs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Another company, in the test's own process: it outlives the worker that asks it, and remembers keys by itself. */
final class TestVendor implements AutoCloseable {

    /** What happens to a call. */
    sealed interface Fate {

        /** The work is done (once per key) and answered. */
        record Answer() implements Fate {}

        /** Nothing is done, and this status is the answer. */
        record Status(int code) implements Fate {}

        /** The work is done, and the connection closed without an answer. */
        record Drop() implements Fate {}

        /** The caller is kept waiting, after the work or before it, until it is gone or let go. */
        record Hold(boolean afterTheWork, CountDownLatch held, CountDownLatch release) implements Fate {}
    }

    interface Mood {
        Fate of(String kind, String key, int callsOfKey);
    }

    record Call(String kind, String key, String token, String body) {}

    private final HttpServer server;
    private final Map<String, Set<String>> doneByKind = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> callsByKey = new ConcurrentHashMap<>();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private volatile Mood mood = (kind, key, callsOfKey) -> new Fate.Answer();

    TestVendor() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "test-vendor");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::handle);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void mood(Mood mood) {
        this.mood = mood;
    }

    void inAGoodMood() {
        mood((kind, key, callsOfKey) -> new Fate.Answer());
    }

    /** How many different pieces of work of a kind were done. */
    int done(String kind) {
        return doneByKind.getOrDefault(kind, Set.of()).size();
    }

    List<Call> calls(String kind) {
        return calls.stream().filter(call -> call.kind().equals(kind)).toList();
    }

    /** Of the calls about this customer or addressee. */
    List<Call> calls(String kind, String about) {
        return calls(kind).stream()
                .filter(call -> call.body().contains('"' + about + '"'))
                .toList();
    }

    List<String> keysDone(String kind) {
        return new ArrayList<>(doneByKind.getOrDefault(kind, Set.of()));
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String kind = exchange.getRequestURI().getPath().substring(1);
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        calls.add(new Call(kind, key, exchange.getRequestHeaders().getFirst("Authorization"), body));
        int callsOfKey =
                callsByKey.computeIfAbsent(key, any -> new AtomicInteger()).incrementAndGet();
        Fate fate = mood.of(kind, key, callsOfKey);
        if (fate instanceof Fate.Status refusal) {
            answer(exchange, refusal.code(), "{}");
        } else if (fate instanceof Fate.Drop) {
            work(kind, key);
            exchange.close();
        } else if (fate instanceof Fate.Hold hold) {
            hold(exchange, hold, kind, key);
        } else {
            answer(exchange, 200, work(kind, key));
        }
    }

    private void hold(HttpExchange exchange, Fate.Hold hold, String kind, String key) throws IOException {
        if (hold.afterTheWork()) {
            work(kind, key);
        }
        hold.held().countDown();
        try {
            hold.release().await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        answer(exchange, 200, work(kind, key));
    }

    private String work(String kind, String key) {
        doneByKind.computeIfAbsent(kind, any -> ConcurrentHashMap.newKeySet()).add(key);
        return "{\"id\":\"" + kind + "-" + key + "\"}";
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
