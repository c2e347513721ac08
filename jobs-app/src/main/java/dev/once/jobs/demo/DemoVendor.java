package dev.once.jobs.demo;

import dev.once.core.Writes;
import dev.once.jobs.demo.SimulatedLedger.Done;
import dev.once.web.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A vendor for charges and e-mails that can be told to misbehave. It plays another company: only HTTP leads here. */
@RestController
@Profile("demo")
@RequestMapping("/demo-vendor")
class DemoVendor {

    private final Writes writes;
    private final SimulatedLedger ledger;
    private final AtomicReference<Behaviour> behaviour = new AtomicReference<>(Behaviour.NORMAL);

    DemoVendor(Writes writes, SimulatedLedger ledger) {
        this.writes = writes;
        this.ledger = ledger;
    }

    @GetMapping("/calls")
    Map<String, Object> calls() {
        List<Done> done = ledger.all();
        return Map.of(
                "charges", count(done, "charges"),
                "emails", count(done, "emails"),
                "behaviour", behaviour.get(),
                "calls", done);
    }

    /** {@code POST /demo-vendor/behaviour?next=drop&times=2}: of the next two calls. */
    @PostMapping("/behaviour")
    Behaviour behave(
            @RequestParam String next,
            @RequestParam(defaultValue = "1") int times,
            @RequestParam(defaultValue = "3000") int millis) {
        try {
            Behaviour.Kind kind =
                    Behaviour.Kind.valueOf(next.toUpperCase(Locale.ROOT).replace('-', '_'));
            Behaviour told = Behaviour.of(kind, times, millis);
            behaviour.set(told);
            return told;
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(
                    HttpStatus.BAD_REQUEST, "It can be normal, slow, fail, drop, in-progress or refuse.");
        }
    }

    @PostMapping({"/{kind:charges|emails}"})
    ResponseEntity<Map<String, Object>> work(
            @PathVariable String kind,
            @RequestHeader("Authorization") String token,
            @RequestHeader("Idempotency-Key") String key,
            @RequestBody String request,
            HttpServletRequest connection) {
        Behaviour now = behaviour.getAndUpdate(Behaviour::afterOneCall);
        switch (now.kind()) {
            case FAIL -> throw ProblemException.of(HttpStatus.INTERNAL_SERVER_ERROR, "Told to fail.");
            case IN_PROGRESS -> throw ProblemException.of(HttpStatus.CONFLICT, "This key is being worked on.");
            case REFUSE -> throw ProblemException.of(HttpStatus.PAYMENT_REQUIRED, "Told to refuse.");
            default -> {}
        }
        Done done = once(kind, key, request);
        if (now.kind() == Behaviour.Kind.SLOW) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(now.millis()));
        }
        if (now.kind() == Behaviour.Kind.DROP) {
            DroppedAnswers.drop(connection);
        }
        return ResponseEntity.ok(Map.of("id", done.reference()));
    }

    private Done once(String kind, String key, String request) {
        Done done = writes.unique(write -> ledger.add(write, kind, key, request), () -> ledger.find(key))
                .value();
        writes.repeatable(write -> ledger.asked(write, key));
        if (!done.request().equals(request) || !done.kind().equals(kind)) {
            throw ProblemException.of(
                    HttpStatus.UNPROCESSABLE_ENTITY, "key-reused", "This key was used for something else.");
        }
        return done;
    }

    private static long count(List<Done> done, String kind) {
        return done.stream().filter(one -> one.kind().equals(kind)).count();
    }
}
