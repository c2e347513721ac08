package dev.once.api.surface;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.ApiTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** 501 (CONNECT) and 505 (HTTP/9.9) are the caller's doing, too. Thousands of requests nobody would write, over plain sockets, since a client library would refuse to send them. */
class GeneratedRequestsTest extends ApiTest {

    private static final long SEED = 20260101;
    private static final int REQUESTS = 4000;

    private static final String[] METHODS = {
        "POST", "POST", "POST", "PATCH", "PUT", "DELETE", "GET", "HEAD", "OPTIONS", "TRACE", "CONNECT", "post", "BREW",
        "\u00e4", "P OST"
    };
    private static final String[] PATHS = {
        "/api/invoices",
        "/api/invoices",
        "/api/customers",
        "/api/exports",
        "/api/invoices/0190a5a0-0000-7000-8000-000000000000",
        "/api/invoices/0190a5a0-0000-7000-8000-000000000000/memo",
        "/api/invoices/x/memo",
        "/api/exports/x/file",
        "/api/invoices?limit=\u00ff&after=%zz",
        "/api/invoices?limit=%00&after=%ff%fe",
        "/api/invoices/%00",
        "/api/invoices/%2e%2e/%2f",
        "/api//invoices",
        "/api/../api/invoices",
        "/api/invoices;jsessionid=1",
        "/api/invoices/\u00e4",
        "/api/invoices/[]{}|",
        "*",
        "http://elsewhere/api/invoices",
        "/" + "a".repeat(9000)
    };
    private static final String[] TOKENS = {
        "Bearer acme-demo-token",
        "Bearer acme-demo-token",
        "Bearer acme-demo-token",
        "bearer  acme-demo-token",
        "Bearer",
        "Bearer \u00e4\u00f6",
        "Basic Og==",
        "Basic \u0001",
        "Bearer a b",
        "\t",
        "Bearer " + "x".repeat(6000)
    };
    private static final String[] TYPES = {
        "application/json",
        "application/json",
        "application/json",
        "application/json;charset=UTF-8",
        "application/json;charset=nope",
        "application/json;charset=",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded;charset=nope",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        ";;;",
        "a/b/c",
        "\u00ff"
    };
    private static final String[] STRANGE_HEADERS = {
        "Accept: \u00ff",
        "Accept: text/html",
        "Accept: application/json;q=nope",
        "Accept: ,,,",
        "Accept-Language: ;;;q=9",
        "Accept-Encoding: gzip;q=",
        "Accept-Charset: nope",
        "Content-Encoding: gzip",
        "Expect: nonsense",
        "If-Match: \"",
        "If-Modified-Since: yesterday",
        "Range: bytes=9-1",
        "Cookie: ;=;\u00ff",
        "Origin: null",
        "Origin: http://elsewhere:99999",
        "X-Forwarded-For: \u00ff",
        "X-HTTP-Method-Override: DELETE",
        "Host: elsewhere",
        "No colon at all",
        ": no name",
        "Na me: x",
        "Upgrade: h2c"
    };
    private static final String[] VALUES = {
        "\"Ada\"",
        "\"\"",
        "\"EUR\"",
        "\"XXX\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"\\udc00\\ud800\"",
        "\"\\u0001\"",
        "\"\ud83d\ude00\"",
        "\"2099-01-01\"",
        "\"+999999999-12-31\"",
        "\"2099-02-30\"",
        "\"0000-00-00\"",
        "\"a@example.com\"",
        "0",
        "1",
        "-1",
        "1.5",
        "1e3",
        "1e999999999",
        "-1e-999999999",
        "9223372036854775807",
        "9223372036854775808",
        "9".repeat(900),
        "9".repeat(2000),
        "NaN",
        "true",
        "null",
        "[]",
        "{}",
        "[[[]]]",
        "{\"\\ud800\":1}",
        "{\"\\u0000\":1}",
        "[{\"description\":\"x\",\"quantity\":1,\"unit_amount_cents\":1}]",
        "[{\"description\":\"x\",\"quantity\":1000000,\"unit_amount_cents\":100000000000}]",
        "[{\"description\":\"\\u0000\",\"quantity\":1,\"unit_amount_cents\":1}]",
        "[null,1,\"x\",[]]",
        "[".repeat(3000),
        "\"" + "x".repeat(5000) + "\""
    };
    private static final String[] NAMES = {
        "customer",
        "currency",
        "dueDate",
        "lines",
        "email",
        "name",
        "memo",
        "description",
        "quantity",
        "unit_amount_cents",
        "\\u0000",
        "\\ud800",
        "",
        "a b"
    };

    private static final String GOOD =
            """
            {"customer":%s,"currency":"EUR","lines":[{"description":%s,"quantity":%s,"unit_amount_cents":%s}]}""";

    private final Random random = new Random(SEED);

    @Test
    void no_bad_request_is_a_fault_of_ours() throws IOException {
        Map<String, Integer> statuses = new TreeMap<>();
        for (int i = 0; i < REQUESTS; i++) {
            byte[] request = request(i);
            String status = status(request);
            assertThat(status)
                    .as(
                            "request %d of seed %d:%n%s",
                            i, SEED, new String(request, 0, Math.min(2000, request.length), ISO_8859_1))
                    .isNotIn("500", "502", "503", "504");
            statuses.merge(status, 1, Integer::sum);
        }
        assertThat(statuses.keySet())
                .as("what came of them: %s", statuses)
                .contains("200", "201", "202", "400", "401", "404", "405", "406", "415", "422", "501", "505");
    }

    /** Most of each request is as it should be, so that the rest of it gets far. */
    private byte[] request(int i) throws IOException {
        byte[] body = body();
        StringBuilder head = new StringBuilder();
        head.append(chance(4) ? one(METHODS) : "POST")
                .append(' ')
                .append(chance(4) ? one(PATHS) : PATHS[random.nextInt(4)])
                .append(chance(50) ? " HTTP/9.9" : " HTTP/1.1")
                .append("\r\nHost: localhost\r\nConnection: close\r\n");
        head.append("Authorization: ")
                .append(chance(8) ? one(TOKENS) : TOKENS[0])
                .append("\r\n");
        if (!head.toString().contains("/api/customers") || chance(10)) {
            head.append("Idempotency-Key: ")
                    .append(chance(6) ? key(i) : "generated-" + i)
                    .append("\r\n");
        }
        head.append("Content-Type: ").append(chance(8) ? one(TYPES) : TYPES[0]).append("\r\n");
        while (chance(5)) {
            head.append(one(STRANGE_HEADERS)).append("\r\n");
        }
        switch (random.nextInt(40)) {
            case 0 -> head.append("Content-Length: nope\r\n");
            case 1 -> head.append("Content-Length: -1\r\n");
            case 2 -> head.append("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n");
            case 3 -> head.append("Transfer-Encoding: nonsense\r\n");
            default -> head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(head.append("\r\n").toString().getBytes(ISO_8859_1));
        request.write(body);
        byte[] bytes = request.toByteArray();
        if (chance(15)) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private String key(int i) {
        return switch (random.nextInt(8)) {
            case 0 -> "\"quoted-" + i + "\"";
            case 1 -> "\u00ff\u0080";
            case 2 -> "k".repeat(random.nextInt(600));
            case 3 -> "\"unfinished\\";
            case 4 -> "\"a\";p=1\r\nIdempotency-Key: b";
            default -> "generated-" + i;
        };
    }

    private byte[] body() {
        byte[] body =
                switch (random.nextInt(10)) {
                    case 0 -> new byte[0];
                    case 1 -> noise();
                    case 2 -> one(VALUES).getBytes(UTF_8);
                    case 3, 4, 5 ->
                        GOOD.formatted(
                                        chance(3) ? one(VALUES) : "\"Ada\"",
                                        chance(3) ? one(VALUES) : "\"Oil\"",
                                        chance(3) ? one(VALUES) : "1",
                                        chance(3) ? one(VALUES) : "1")
                                .getBytes(UTF_8);
                    default -> object().getBytes(UTF_8);
                };
        if (body.length > 0 && chance(6)) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return body;
    }

    private String object() {
        StringBuilder object = new StringBuilder("{");
        for (int i = random.nextInt(6); i >= 0; i--) {
            object.append('"')
                    .append(one(NAMES))
                    .append("\":")
                    .append(one(VALUES))
                    .append(i == 0 ? "" : ",");
        }
        return object.append('}').toString();
    }

    private byte[] noise() {
        byte[] noise = new byte[random.nextInt(300)];
        random.nextBytes(noise);
        return noise;
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private String one(String[] of) {
        return of[random.nextInt(of.length)];
    }

    /** A request that the server gives up on without a word counts as closed. */
    private String status(byte[] request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readNBytes(12), ISO_8859_1);
            return answer.startsWith("HTTP/1.1 ") ? answer.substring(9) : "closed";
        } catch (SocketException reset) {
            return "closed";
        }
    }
}
