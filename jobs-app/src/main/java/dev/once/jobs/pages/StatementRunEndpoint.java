package dev.once.jobs.pages;

import dev.once.jobs.work.StatementJob;
import dev.once.web.ProblemException;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Statement runs for programs: ask, get 202 and an address, look there how it goes. */
@RestController
class StatementRunEndpoint {

    record Body(@Nullable String account, @Nullable String month) {}

    private final StatementRequests requests;
    private final RunViews views;

    StatementRunEndpoint(StatementRequests requests, RunViews views) {
        this.requests = requests;
        this.views = views;
    }

    @PostMapping(path = "/statement-runs", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RunView> ask(@RequestBody Body body) {
        UUID id = requests.ask(body.account(), body.month()).value();
        return ResponseEntity.accepted()
                .location(URI.create("/statement-runs/" + id))
                // Whatever the caller accepts: what is committed is not refused any more.
                .contentType(MediaType.APPLICATION_JSON)
                .body(statement(id));
    }

    @GetMapping("/statement-runs/{id}")
    RunView look(@PathVariable UUID id) {
        return statement(id);
    }

    private RunView statement(UUID id) {
        return views.find(id)
                .filter(run -> run.kind().equals(StatementJob.TOPIC))
                .orElseThrow(() -> ProblemException.of(HttpStatus.NOT_FOUND, "There is no such statement run."));
    }
}
