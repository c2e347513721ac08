package dev.once.showcase.surfaces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.showcase.launch.App;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.stereotype.Component;

/** Asks for a statement, and watches its run: the answer comes at once, the work behind it. */
@Component
class JobLab implements SurfaceLab {

    private static final String TABLE = "jobs.job_results";

    private static final String NEWEST =
            """
            select '…' || right(run_id::text, 6) as scope, step as key, coalesce(left(output, 40), 'erased') as what,
              to_char(created_at, 'HH24:MI:SS') as at
            from jobs.job_results order by created_at desc limit 5
            """;

    private static final String EFFECTS = "select count(*) from jobs.emails where run_id = cast(:key as uuid)";
    private static final Set<String> OVER = Set.of("succeeded", "failed", "unknown");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final LedgerRows rows;
    private final ObjectMapper json;

    JobLab(LedgerRows rows, ObjectMapper json) {
        this.rows = rows;
        this.json = json;
    }

    @Override
    public App app() {
        return App.JOBS;
    }

    @Override
    public String effectName() {
        return "statement e-mails";
    }

    @Override
    public List<LedgerRow> newest() {
        return rows.newest(TABLE, NEWEST);
    }

    @Override
    public Try prepare(URI app) {
        return new StatementRun(Keys.fresh("lab-"));
    }

    /** The vendor that the demo plays: tells it how to treat the next calls. */
    void vendorIs(URI app, String behaviour, int times, Duration slow) throws IOException, InterruptedException {
        URI url = app.resolve(
                "/demo-vendor/behaviour?next=%s&times=%d&millis=%d".formatted(behaviour, times, slow.toMillis()));
        Web.send(Web.request(url).POST(HttpRequest.BodyPublishers.noBody()));
    }

    boolean isRunning(URI app, Try run) {
        try {
            return status(app, run.key()).equals("running");
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String status(URI app, String run) throws IOException, InterruptedException {
        return run.isEmpty() ? "" : look(app, run).path("status").asText();
    }

    private JsonNode look(URI app, String run) throws IOException, InterruptedException {
        return json.readTree(Web.get(app.resolve("/statement-runs/" + run)));
    }

    private final class StatementRun implements Try {

        private final String account;
        private volatile String run = "";

        StatementRun(String account) {
            this.account = account;
        }

        @Override
        public String key() {
            return run;
        }

        @Override
        public Reply send(URI app) throws IOException, InterruptedException {
            HttpResponse<String> answer = Web.send(Web.request(app.resolve("/statement-runs"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"account\":\"%s\",\"month\":\"2026-01\"}".formatted(account))));
            JsonNode body = json.readTree(answer.body());
            boolean accepted = answer.statusCode() == 202;
            if (accepted) {
                run = body.path("id").asText();
            }
            String id = run;
            return Reply.of(
                    answer.statusCode(),
                    accepted ? "run …" + id.substring(Math.max(0, id.length() - 6)) : "try again later",
                    accepted);
        }

        @Override
        public long effects() {
            return run.isEmpty() ? 0 : rows.count(TABLE, EFFECTS, run);
        }

        @Override
        public String note(URI app) throws IOException, InterruptedException {
            int attempts = look(app, run).path("attempts").asInt();
            return attempts < 2
                    ? ""
                    : "The vendor let us down, so the runtime ran the job %d times: finished steps answered from the ledger."
                            .formatted(attempts);
        }

        @Override
        public void awaitDone(URI app) throws IOException, InterruptedException {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < deadline) {
                try {
                    if (OVER.contains(status(app, run))) {
                        return;
                    }
                } catch (IOException e) {
                    // It may just be starting again.
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
            }
        }
    }
}
