package dev.once.api.surface;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.once.api.ApiTest;
import dev.once.api.Caller.Answered;
import dev.once.api.effects.NewInvoice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.net.SocketException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** 501 (CONNECT) and 505 (HTTP/9.9) are the caller's doing, too. Thousands of requests nobody would write, over plain sockets, since a client library would refuse to send them. */
class GeneratedRequestsTest extends ApiTest {

    private static final long SEED = Long.getLong("once.seed", 20260101);
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
        "due_date",
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

    private static final int COMPARED = 2000;

    /** Method, path, and a body that is right. */
    private static final String[][] OPERATIONS = {
        {
            "POST",
            "/api/invoices",
            """
            {"customer":"Ada %d","currency":"EUR","due_date":"2099-12-31","lines":[{"description":"x","quantity":1,"unit_amount_cents":1}]}"""
        },
        {"PATCH", "/api/invoices/{id}", "{\"description\":\"x %d\",\"quantity\":1,\"unit_amount_cents\":1}"},
        {"PUT", "/api/invoices/{id}/memo", "{\"memo\":\"x %d\"}"},
        {"POST", "/api/customers", "{\"email\":\"a%d@example.com\",\"name\":\"Ada\"}"},
        {"POST", "/api/exports", "{}"},
    };

    private static final Integer[] COUNTS = {0, 1, 2, 1000, 1001};
    private static final Integer[] LENGTHS = {0, 1, 2, 3, 200, 201, 254, 255, 1000, 1001};
    private static final String[] UNKNOWN = {"extra", "id", "Customer", ""};
    private static final String[] BOUNDS = {
        "null",
        "true",
        "[]",
        "{}",
        "[null]",
        "0",
        "1",
        "-1",
        "1.0",
        "1.5",
        "1000000",
        "1000001",
        "100000000000",
        "100000000001",
        "9223372036854775808",
        "\" \"",
        "\"\\t\\n\"",
        "\"\\u2003\"",
        "\"a\\u0000b\"",
        "\"a\\u009fb\"",
        "\"a\\u0007\"",
        "\"a\\u00a0b\"",
        "\"\\ud800\"",
        "\"eur\"",
        "\"JPY\"",
        "\"XAU\"",
        "\"2000-01-01\"",
        "\"2099-02-30\"",
        "\"2099-2-3\"",
        "\"12099-02-03\"",
        "\"2096-02-29\"",
        "\"A@EXAMPLE.COM\"",
        "\"a@b\"",
        "\"a@b.c\"",
        "\"a b@c.d\"",
        "\"@c.d\"",
        "\"a@c..d\""
    };

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

    @Test
    void the_document_allows_what_the_server_accepts_and_nothing_else() throws Exception {
        PublishedDocument document =
                new PublishedDocument(acme.get("/v3/api-docs").json());
        String invoice = acme.post("/api/invoices", newKey(), invoice("Appended to"))
                .json()
                .get("id")
                .asText();
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < COMPARED; i++) {
            String[] asked = one(OPERATIONS);
            PublishedDocument.Operation operation = document.operation(asked[0], asked[1]);
            ObjectNode body = changed(asked[2]);
            String key = operation.isKeyed() ? keyToCompare(i) : "";
            boolean allowed = operation.allowsBody(body)
                    && (!operation.isKeyed() || operation.allows("Idempotency-Key", TextNode.valueOf(key)))
                    && !isMoreThanOpenApiCanSay(body);

            Answered answer =
                    acme.send(asked[0], asked[1].replace("{id}", invoice), body.toString(), "Idempotency-Key", key);

            operation.describes(answer);
            assertThat(answer.status() != 400 && answer.status() != 422)
                    .as(
                            "request %d of seed %d: %s %s with key <%s> and body %s is %s by the document, and got %s",
                            i,
                            SEED,
                            asked[0],
                            asked[1],
                            key,
                            shortened(body.toString()),
                            allowed ? "allowed" : "not allowed",
                            shortened(answer.body()))
                    .isEqualTo(allowed);
            outcomes.merge(asked[0] + " " + asked[1] + (allowed ? " allowed" : " refused"), 1, Integer::sum);
        }
        assertThat(outcomes).as("both kinds of each operation: %s", outcomes).hasSize(2 * OPERATIONS.length);
    }

    @Test
    void the_document_allows_the_parameters_that_the_server_accepts_and_no_others() throws Exception {
        PublishedDocument document =
                new PublishedDocument(acme.get("/v3/api-docs").json());
        PublishedDocument.Operation list = document.operation("GET", "/api/invoices");
        for (String limit : new String[] {"-1", "0", "1", "50", "200", "201", "1.5", "ten", ""}) {
            JsonNode value = limit.matches("-?[0-9.]+") ? new ObjectMapper().readTree(limit) : TextNode.valueOf(limit);
            Answered answer = acme.get("/api/invoices?limit=" + limit);
            list.describes(answer);
            assertThat(answer.status() == 200).as(limit).isEqualTo(list.allows("limit", value));
        }
        for (String id : new String[] {UUID.randomUUID().toString(), "7", "", "0190A5A0-0000-7000-8000-00000000000A"}) {
            Answered answer = acme.get("/api/invoices?after=" + id);
            list.describes(answer);
            assertThat(answer.status() == 200).as(id).isEqualTo(list.allows("after", TextNode.valueOf(id)));
            if (!id.isEmpty()) {
                PublishedDocument.Operation delete = document.operation("DELETE", "/api/invoices/{id}");
                Answered deleted = acme.send("DELETE", "/api/invoices/" + id, null);
                delete.describes(deleted);
                assertThat(deleted.status() == 204).as(id).isEqualTo(delete.allows("id", TextNode.valueOf(id)));
            }
        }
    }

    private String keyToCompare(int i) {
        StringBuilder key = new StringBuilder();
        for (int length = chance(4) ? 240 + random.nextInt(20) : random.nextInt(12); length > 0; length--) {
            key.append(chance(3) ? (char) (' ' + random.nextInt(95)) : "k");
        }
        String text = key + "-" + i;
        return switch (random.nextInt(5)) {
            case 0 -> text.strip();
            case 1 -> '"' + text + '"';
            case 2 -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            default -> "compared-" + i;
        };
    }

    /** What is right, or with one place in it that is something else: gone, new, or at a bound. */
    private ObjectNode changed(String right) throws IOException {
        ObjectNode body = (ObjectNode) new ObjectMapper().readTree(right.formatted(random.nextLong()));
        if (chance(5)) {
            return body;
        }
        ObjectNode object = body.has("lines") && chance(2) ? (ObjectNode) body.at("/lines/0") : body;
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        String name = names.isEmpty() || chance(8) ? one(UNKNOWN) : names.get(random.nextInt(names.size()));
        if (chance(8)) {
            object.remove(name);
        } else if (name.equals("lines") && chance(2)) {
            ArrayNode lines = object.putArray(name);
            for (int count = one(COUNTS); count > 0; count--) {
                lines.addObject().put("description", "x").put("quantity", 1).put("unit_amount_cents", 1);
            }
        } else {
            object.set(name, new ObjectMapper().readTree(chance(2) ? one(BOUNDS) : text(one(LENGTHS))));
        }
        return body;
    }

    private static String text(int length) {
        return '"' + "\ud83d\ude00".repeat(Math.min(1, length)) + "x".repeat(Math.max(0, length - 1)) + '"';
    }

    /** As docs/api.md lists it. */
    private static boolean isMoreThanOpenApiCanSay(JsonNode body) {
        BigInteger total = BigInteger.ZERO;
        for (JsonNode line : body.has("lines") ? body.get("lines") : List.of(body)) {
            total = total.add(line.path("quantity")
                    .bigIntegerValue()
                    .multiply(line.path("unit_amount_cents").bigIntegerValue()));
        }
        return body.toString().matches("(?s).*[0-9]\\.0[,}].*")
                || body.toString().matches("(?s).*[^\ud800-\udbff][\udc00-\udfff].*")
                || body.path("due_date")
                                .asText("9")
                                .compareTo(LocalDate.now(ZoneOffset.UTC).toString())
                        < 0
                || total.compareTo(BigInteger.valueOf(NewInvoice.MOST_TOTAL)) > 0;
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(text.length(), 300));
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

    private <T> T one(T[] of) {
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
