package dev.once.web;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** How many requests wait for their body at this moment, in all and by client: whoever waits holds a thread. */
final class SlowBodies {

    private final WebProperties.Bodies limits;
    private final Map<String, Integer> byClient = new ConcurrentHashMap<>();
    private final AtomicInteger all = new AtomicInteger();

    SlowBodies(WebProperties.Bodies limits) {
        this.limits = limits;
    }

    Duration deadline() {
        return limits.within();
    }

    /** Null if this one may wait; then {@link #end} must follow. */
    @Nullable
    ProblemException begin(String client) {
        if (all.incrementAndGet() > limits.waiting()) {
            all.decrementAndGet();
            return refusal(HttpStatus.SERVICE_UNAVAILABLE, "Too many requests wait for their bodies.");
        }
        if (byClient.merge(client, 1, Integer::sum) > limits.waitingPerClient()) {
            end(client);
            return refusal(HttpStatus.TOO_MANY_REQUESTS, "Too many of your requests wait for their bodies.");
        }
        return null;
    }

    void end(String client) {
        byClient.computeIfPresent(client, (who, waiting) -> waiting <= 1 ? null : waiting - 1);
        all.decrementAndGet();
    }

    ProblemException tooLate() {
        return ProblemException.of(
                HttpStatus.REQUEST_TIMEOUT,
                "The body did not arrive within %d seconds."
                        .formatted(limits.within().toSeconds()));
    }

    private static ProblemException refusal(HttpStatus status, String why) {
        return ProblemException.of(status, why).retryAfter(Duration.ofSeconds(1));
    }
}
