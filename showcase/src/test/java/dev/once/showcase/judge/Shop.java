package dev.once.showcase.judge;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A service of a few lines, right or with one mistake in it. */
final class Shop implements AutoCloseable {

    enum Mistake {
        NONE,
        IGNORES_THE_KEY,
        FORGETS_THE_TENANT,
        FORGETS_THE_TENANT_AND_SAYS_OK,
        REFUSES_REPEATS_WITH_500,
        REPLAYS_WHATEVER_THE_BODY,
        ANSWERS_A_NEW_NUMBER,
        CUTS_KEYS_AT_255,
        FOLDS_CASE,
        FAILS_ON_ODD_KEYS,
        CLAIMS_BEFORE_THE_BODY
    }

    private record Answer(int status, String text, String body) {}

    static {
        // Otherwise each answer waits 40 ms for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final Pattern IN_JSON = Pattern.compile("\"id\":\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern IN_FORM = Pattern.compile("(?:^|&)key=([^&]*)");

    private final HttpServer server;
    private final Mistake mistake;
    private final Path log;
    private final AtomicLong orders = new AtomicLong();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    final Set<String> judges = ConcurrentHashMap.newKeySet();
    final AtomicInteger requests = new AtomicInteger();
    volatile boolean restless;

    Shop(Mistake mistake, Path log) {
        this.mistake = mistake;
        this.log = log;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newFixedThreadPool(120));
        server.createContext("/orders", this::order);
        server.createContext(
                "/count",
                exchange -> say(
                        exchange, 200, "{\"orders\":" + (restless ? orders.incrementAndGet() : orders.get()) + "}"));
        server.createContext("/nonsense", exchange -> say(exchange, 200, "none"));
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void order(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        judges.add(String.valueOf(exchange.getRequestHeaders().getFirst("Once-Judge")));
        String tenant = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String claimed = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        if (mistake == Mistake.CLAIMS_BEFORE_THE_BODY
                && answers.putIfAbsent(claimed, new Answer(409, "busy", "")) != null) {
            say(exchange, answers.get(claimed).status(), answers.get(claimed).text());
            return;
        }
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (!tenant.startsWith("Bearer ")) {
            say(exchange, 401, "who are you?");
            return;
        }
        String key = key(exchange, body);
        if (key == null || key.isBlank()) {
            say(exchange, 400, "no key");
        } else if (mistake == Mistake.FAILS_ON_ODD_KEYS && !key.matches("[A-Za-z0-9-]*")) {
            say(exchange, 500, "oops");
        } else if (mistake == Mistake.CLAIMS_BEFORE_THE_BODY) {
            Answer made = work(key, body);
            answers.put(claimed, made);
            say(exchange, made.status(), made.text());
        } else {
            Answer answer = answer(tenant, key, body);
            say(exchange, answer.status(), answer.text());
        }
    }

    private Answer answer(String tenant, String key, String body) {
        String used =
                switch (mistake) {
                    case CUTS_KEYS_AT_255 -> key.substring(0, Math.min(255, key.length()));
                    case FOLDS_CASE -> key.toLowerCase(java.util.Locale.ROOT);
                    default -> key;
                };
        if (body.contains("too much")) {
            return new Answer(422, "too much", body);
        }
        if (mistake == Mistake.IGNORES_THE_KEY) {
            return work(key, body);
        }
        boolean scoped = mistake != Mistake.FORGETS_THE_TENANT && mistake != Mistake.FORGETS_THE_TENANT_AND_SAYS_OK;
        boolean[] made = {false};
        Answer answer = answers.computeIfAbsent((scoped ? tenant : "") + " " + used, any -> {
            made[0] = true;
            return work(key, body);
        });
        if (made[0]) {
            return answer;
        }
        if (!answer.body().equals(body) && mistake == Mistake.NONE) {
            return new Answer(422, "another body", body);
        }
        return switch (mistake) {
            case REFUSES_REPEATS_WITH_500 -> new Answer(500, "duplicate key value", body);
            case ANSWERS_A_NEW_NUMBER ->
                new Answer(201, "{\"order\":" + orders.get() * 1000 + Math.random() + "}", body);
            case FORGETS_THE_TENANT_AND_SAYS_OK -> new Answer(200, "seen already", body);
            default -> answer;
        };
    }

    private Answer work(String key, String body) {
        try {
            Files.writeString(log, key + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Answer(201, "{\"order\":" + orders.incrementAndGet() + "}", body);
    }

    private static String key(HttpExchange exchange, String body) {
        String path = exchange.getRequestURI().getPath();
        if (path.length() > "/orders/".length()) {
            return path.substring("/orders/".length());
        }
        for (Pattern place : java.util.List.of(IN_JSON, IN_FORM)) {
            Matcher found = place.matcher(body);
            if (found.find()) {
                return found.group(1);
            }
        }
        String header = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        return header == null || header.equals("none") ? null : header.replaceAll("^\"(.*)\"$", "$1");
    }

    private static void say(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
