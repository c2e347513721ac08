package dev.once.jobs.pages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.core.Reads;
import dev.once.jobs.surface.JobEffects;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads runs together with what the ledger says about their steps. */
@Component
class RunViews {

    private static final String ONE =
            """
            select id, kind, parameters, status, attempts, reason, created_at, ended_at, closed_at
            from jobs.runs where id = :id
            """;

    /** What waits for an operator comes first, however old it is. */
    private static final String LATEST =
            """
            select id, kind, parameters, status, attempts, reason, created_at, ended_at, closed_at from (
              (select * from jobs.runs where status in ('failed', 'unknown') and closed_at is null order by id desc limit :most)
              union
              (select * from jobs.runs order by id desc limit :most)) as shown
            order by (status in ('failed', 'unknown') and closed_at is null) desc, id desc limit :most
            """;

    private static final String RESULTS =
            """
            select run_id, step, output, created_at from jobs.job_results where run_id = any (:runs)
            """;

    private record Result(UUID run, String step, @Nullable String output, OffsetDateTime at) {}

    private record Row(
            UUID id,
            String kind,
            String parameters,
            String status,
            int attempts,
            @Nullable String reason,
            OffsetDateTime createdAt,
            @Nullable OffsetDateTime endedAt,
            @Nullable OffsetDateTime closedAt) {}

    private final Reads reads;
    private final ObjectMapper json;
    private final Map<String, List<String>> stepsOfKind;

    RunViews(Reads reads, ObjectMapper json, List<JobEffects> jobs) {
        this.reads = reads;
        this.json = json;
        this.stepsOfKind = jobs.stream().collect(Collectors.toMap(JobEffects::topic, JobEffects::steps));
    }

    Optional<RunView> find(UUID id) {
        List<RunView> found = views(reads.query(ONE).param("id", id).list((row, i) -> row(row)));
        return found.stream().findFirst();
    }

    List<RunView> latest(int most) {
        return views(reads.query(LATEST).param("most", most).list((row, i) -> row(row)));
    }

    private List<RunView> views(List<Row> rows) {
        UUID[] ids = rows.stream().map(Row::id).toArray(UUID[]::new);
        Map<UUID, Map<String, Result>> results = reads
                .query(RESULTS)
                .param("runs", ids)
                .list((row, i) -> new Result(
                        row.getObject("run_id", UUID.class),
                        row.getString("step"),
                        row.getString("output"),
                        row.getObject("created_at", OffsetDateTime.class)))
                .stream()
                .collect(Collectors.groupingBy(Result::run, Collectors.toMap(Result::step, Function.identity())));
        return rows.stream()
                .map(row -> view(row, results.getOrDefault(row.id(), Map.of())))
                .toList();
    }

    private RunView view(Row row, Map<String, Result> results) {
        List<RunView.Step> steps = new ArrayList<>();
        for (String name : stepsOfKind.getOrDefault(row.kind(), List.of())) {
            steps.add(step(name, results));
        }
        int done =
                (int) steps.stream().filter(step -> step.state().equals("done")).count();
        return new RunView(
                row.id(),
                row.kind(),
                parsed(row.parameters()),
                row.status(),
                row.attempts(),
                row.reason(),
                new RunView.Progress(done, steps.size()),
                steps,
                row.createdAt(),
                row.endedAt(),
                row.closedAt());
    }

    private RunView.Step step(String name, Map<String, Result> results) {
        Result done = results.get(name);
        if (done != null) {
            JsonNode output = done.output() == null ? null : parsed(done.output());
            return new RunView.Step(name, "done", output, done.at());
        }
        Result asked = results.get(name + ".intent");
        return asked == null
                ? new RunView.Step(name, "waiting", null, null)
                : new RunView.Step(name, "asked", null, asked.at());
    }

    private JsonNode parsed(String text) {
        try {
            return json.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A stored value is no JSON.", e);
        }
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getObject("id", UUID.class),
                row.getString("kind"),
                row.getString("parameters"),
                row.getString("status"),
                row.getInt("attempts"),
                row.getString("reason"),
                row.getObject("created_at", OffsetDateTime.class),
                row.getObject("ended_at", OffsetDateTime.class),
                row.getObject("closed_at", OffsetDateTime.class));
    }
}
