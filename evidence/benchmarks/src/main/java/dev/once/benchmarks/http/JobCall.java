package dev.once.benchmarks.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;

/** A statement run: its account and month are a natural key. Only the asking is measured; nothing is relayed or run. */
public final class JobCall implements Surface {

    @Override
    public String module() {
        return "jobs-app";
    }

    @Override
    public List<String> settings() {
        return List.of(
                "--once.outbox.enabled=false",
                "--jobrunr.background-job-server.enabled=false",
                "--jobrunr.dashboard.enabled=false");
    }

    @Override
    public List<String> rowsIn() {
        return List.of("jobs.statement_runs", "jobs.runs", "once.outbox");
    }

    @Override
    public boolean isDone(HttpResponse<String> answer) {
        return answer.statusCode() == 202;
    }

    @Override
    public String freshKey() {
        return UUID.randomUUID().toString();
    }

    @Override
    public HttpRequest request(URI app, String key) {
        return HttpRequest.newBuilder(app.resolve("/statement-runs"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"account\": \"" + key + "\", \"month\": \"2026-01\"}"))
                .build();
    }
}
