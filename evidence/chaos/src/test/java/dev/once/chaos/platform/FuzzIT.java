package dev.once.chaos.platform;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.Hammer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bad input of every kind to the four apps and their actuators. The seed is printed: {@code -Dfuzz.seed=..} repeats a run. */
@Tag("full")
class FuzzIT {

    private static final Pattern BEGINS_ENTRY = Pattern.compile("^\\d{4}-\\d\\d-\\d\\dT");
    private static final int INPUTS = Integer.getInteger("fuzz.inputs", 100_000);
    private static final long SEED = Long.getLong("fuzz.seed", 5457032537006L);
    private static final int SENDERS = 8;

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)\\s*$");

    /** What half of the inputs may leave behind in all; most of them are refused before they reach an app's own code. */
    private static final long LEFT_BEHIND = 4L * 1024 * 1024;

    private static final List<String> METHODS = List.of(
            "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "get", "G\u0000T", "");

    private static final Map<App, List<String>> PATHS = Map.of(
            App.WEBHOOKS,
                    List.of("/webhooks/stripe", "/webhooks/github", "/webhooks/resend", "/webhooks/lemonsqueezy", "/"),
            App.FORMS, List.of("/sign-in", "/invoices", "/invoices/new", "/customers", "/sign-out"),
            App.JOBS, List.of("/", "/statement-runs", "/runs/x/again", "/runs/x/steps/y/looked-up"),
            App.API, List.of("/api/invoices", "/api/customers", "/api/exports", "/api/invoices/x/memo", "/problems/x"));

    private static final List<String> ACTUATOR = List.of(
            "/actuator",
            "/actuator/health",
            "/actuator/once",
            "/actuator/once/api",
            "/actuator/clients/x",
            "/actuator/prometheus");

    @Test
    void bad_input_is_refused_with_a_4xx_and_changes_nothing() throws Exception {
        System.out.println("fuzz.seed=" + SEED + " fuzz.inputs=" + INPUTS);
        Platform platform = Platform.shared();
        platform.heal();
        Map<String, Long> before = effects(platform);
        Map<App, Integer> logged = new LinkedHashMap<>();
        for (App app : App.values()) {
            logged.put(app, platform.of(app).get(0).lines().size());
        }
        Map<String, String> bad = new ConcurrentHashMap<>();

        // The first half fills what is filled only once: pools, caches, the counters of each address.
        strike(platform, 0, bad);
        Map<App, Long> halfway = liveBytes(platform);
        strike(platform, INPUTS / 2, bad);
        Map<App, Long> afterwards = liveBytes(platform);
        System.out.println("fuzz: bytes that are reachable halfway " + halfway + ", afterwards " + afterwards);

        assertThat(bad).as("seed %d", SEED).isEmpty();
        assertThat(effects(platform)).as("seed %d", SEED).isEqualTo(before);
        for (App app : App.values()) {
            Instance instance = platform.of(app).get(0);
            List<String> lines = instance.lines();
            assertThat(ofOurs(lines.subList(Math.min(logged.get(app), lines.size()), lines.size())))
                    .as("%s, seed %d", app, SEED)
                    .noneMatch(line -> line.startsWith("\tat ") || line.contains(" ERROR "));
            assertThat(afterwards.get(app) - halfway.get(app))
                    .as("%s: bytes that are still reachable, %s halfway and %s afterwards", app, halfway, afterwards)
                    .isLessThan(LEFT_BEHIND);
        }
    }

    /** Where the clocks of two instances are apart, JobRunr's own threads complain of it again and again. */
    private static List<String> ofOurs(List<String> lines) {
        List<String> ours = new ArrayList<>();
        boolean isOurs = true;
        for (String line : lines) {
            if (BEGINS_ENTRY.matcher(line).find()) {
                isOurs = !line.contains(" org.jobrunr.");
            }
            if (isOurs) {
                ours.add(line);
            }
        }
        return ours;
    }

    private static void strike(Platform platform, int from, Map<String, String> bad) {
        Hammer.of(SENDERS)
                .each(Math.max(1, INPUTS / 2 / SENDERS))
                .within(Duration.ofHours(1))
                .strike(i -> send(platform, new Random(SEED + from + i), bad));
    }

    private static int send(Platform platform, Random random, Map<String, String> bad) throws Exception {
        App app = App.values()[random.nextInt(4)];
        String request = request(app, random, platform.secrets());
        try (RawHttp http = new RawHttp(platform.of(app).get(0).directAddress())) {
            http.write(request);
            http.end();
            String answer = http.all();
            // Metrics are counted by the exception's name, for whoever may look at them.
            boolean metrics = answer.contains("\n# TYPE ");
            // Where the clocks are apart, JobRunr ends and begins again, and health says so.
            boolean unwell = request.contains(" /actuator/health") && answer.startsWith("HTTP/1.1 503");
            if (answer.startsWith("HTTP/1.1 5") && !unwell
                    || answer.contains("\tat ")
                    || answer.contains("Exception") && !metrics) {
                bad.put(app + " " + request, answer);
            }
            return answer.length();
        } catch (java.io.IOException reset) {
            return 0;
        }
    }

    private static String request(App app, Random random, Secrets secrets) {
        List<String> paths = random.nextInt(3) == 0 ? ACTUATOR : PATHS.get(app);
        String path = bend(pick(paths, random), random);
        StringBuilder request = new StringBuilder(pick(METHODS, random) + " " + path + " HTTP/1.1\r\n");
        request.append("Host: ")
                .append(random.nextInt(9) == 0 ? junk(random, 20) : "localhost")
                .append("\r\n");
        request.append("Connection: close\r\n");
        header(
                request,
                random,
                "Authorization",
                List.of(
                        "Bearer " + secrets.acme(),
                        Web.basic("viewer", secrets.viewer()),
                        "Bearer x",
                        "Basic !!!",
                        "Digest y"));
        header(
                request,
                random,
                "Content-Type",
                List.of(
                        "application/json",
                        "application/x-www-form-urlencoded",
                        "*/*",
                        "text/plain; charset=x",
                        "multipart/form-data",
                        "a"));
        header(
                request,
                random,
                "Accept",
                List.of("text/html", "image/png", "*/*;q=x", "application/problem+json", ";"));
        header(request, random, "Idempotency-Key", List.of("\"", "\"a\\\"", "k;a=1", "x".repeat(300)));
        header(
                request,
                random,
                "Cookie",
                List.of("once-forms=zzz", "once-forms-csrf=%%", "REDIRECT_URI=!!", "a=\"", "=;=;"));
        header(request, random, "Stripe-Signature", List.of("t=1,v1=0", "t=,v1", "v1=" + "0".repeat(900)));
        header(request, random, "X-Forwarded-For", List.of("1.2.3.4", "::1", "not an address"));
        header(request, random, "Content-Encoding", List.of("gzip", "identity", "br"));
        header(request, random, "Expect", List.of("100-continue", "nothing"));
        header(request, random, "Range", List.of("bytes=0-", "bytes=9-1"));
        String body = body(random);
        if (random.nextInt(8) == 0) {
            return request.append("Transfer-Encoding: chunked\r\n\r\n")
                    .append(body)
                    .toString();
        }
        int length = random.nextInt(8) == 0 ? body.length() + 5 : body.length();
        return request.append("Content-Length: ")
                .append(length)
                .append("\r\n\r\n")
                .append(body)
                .toString();
    }

    /** Never what an app would take: nothing here is whole, signed or complete. */
    private static String body(Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> "";
            case 1 -> "{";
            case 2 -> "[".repeat(1 + random.nextInt(3000));
            case 3 -> "{\"customer\":" + junk(random, 30) + "}";
            case 4 -> "email=%" + junk(random, 20) + "&password=%ZZ&_csrf=&=&&";
            case 5 -> "{\"customer\":\"x\",\"currency\":\"EUR\",\"lines\":" + random.nextLong() + "}";
            default -> junk(random, 1 + random.nextInt(2000));
        };
    }

    private static String bend(String path, Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> path + "/..;/" + junk(random, 5);
            case 1 -> path + "?" + junk(random, 30);
            case 2 -> path + "/%00%2e%2e%2f";
            case 3 -> "//" + path + "\\";
            case 4 -> path + "/" + "%C0%AF".repeat(1 + random.nextInt(50));
            case 5 -> path + "/" + junk(random, 10);
            case 6 -> path + "?scope=%FF&key=%&month=2026-99&account=" + "a".repeat(random.nextInt(500));
            default -> path;
        };
    }

    private static void header(StringBuilder request, Random random, String name, List<String> values) {
        if (random.nextInt(3) == 0) {
            String value = random.nextInt(4) == 0 ? junk(random, 1 + random.nextInt(60)) : pick(values, random);
            request.append(name).append(": ").append(value).append("\r\n");
        }
    }

    private static String junk(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return new String(bytes, ISO_8859_1);
    }

    private static String pick(List<String> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }

    private static Map<String, Long> effects(Platform platform) throws Exception {
        Map<String, Long> counts = new LinkedHashMap<>();
        try (Sql sql = new Sql(platform.connect())) {
            for (String table : List.of(
                    "webhooks.processed_events",
                    "webhooks.credit_entries",
                    "forms.invoices",
                    "forms.action_claims",
                    "forms.spring_session",
                    "jobs.runs",
                    "api.clients",
                    "api.idempotency_keys",
                    "api.invoices",
                    "api.customers",
                    "api.exports")) {
                counts.put(table, sql.count("select count(*) from " + table));
            }
        }
        return counts;
    }

    private static Map<App, Long> liveBytes(Platform platform) throws Exception {
        Map<App, Long> bytes = new LinkedHashMap<>();
        for (App app : App.values()) {
            bytes.put(app, liveBytes(platform.of(app).get(0).process().pid()));
        }
        return bytes;
    }

    /** What a full collection leaves: the histogram's last line, which begins with one. */
    private static long liveBytes(long pid) throws Exception {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String said = new String(jcmd.getInputStream().readAllBytes(), ISO_8859_1);
        Matcher total = TOTAL.matcher(said);
        assertThat(jcmd.waitFor() == 0 && total.find())
                .as("jcmd said: %s", said)
                .isTrue();
        return Long.parseLong(total.group(1));
    }
}
