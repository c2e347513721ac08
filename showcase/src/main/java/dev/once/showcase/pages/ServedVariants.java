package dev.once.showcase.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.showcase.broken.Broken;
import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Variant;
import dev.once.showcase.lab.Workers;
import dev.once.web.ProblemException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The right variant and the broken ones as endpoints for the judge: two instances each, which take turns. */
@RestController
@Profile("demo")
class ServedVariants {

    private final Laboratory laboratory;
    private final ObjectMapper json;
    private final Workers workers = new Workers();
    private final Map<String, List<Variant>> instances = new ConcurrentHashMap<>();
    private final AtomicInteger turns = new AtomicInteger();

    ServedVariants(Laboratory laboratory, ObjectMapper json) {
        this.laboratory = laboratory;
        this.json = json;
    }

    @PostMapping("/variants/{slug}/payments")
    ResponseEntity<String> pay(
            @PathVariable String slug,
            @RequestHeader("Lab-Tenant") String tenant,
            @RequestHeader("Lab-Signature") String signature,
            @RequestHeader(name = "Lab-Work", defaultValue = "plain") String manner,
            @RequestBody String body)
            throws Exception {
        JsonNode payment = json.readTree(body);
        String event = payment.path("id").asText();
        if (event.isBlank()) {
            return ResponseEntity.badRequest().body("no id");
        }
        List<Variant> both = instances.computeIfAbsent(slug, this::made);
        Variant variant = both.get(Math.floorMod(turns.getAndIncrement(), both.size()));
        Delivery delivery = new Delivery(
                tenant, event, Optional.of(event), payment.path("amount_cents").asLong(2500), body, signature);
        Answer answer = manner.equals("audit-fails")
                ? laboratory.withoutAudit(event, () -> workers.handle(variant, delivery, Workers.Manner.PLAIN))
                : workers.handle(variant, delivery, Workers.Manner.valueOf(manner.toUpperCase(Locale.ROOT)));
        return ResponseEntity.status(answer.status()).body(answer.text());
    }

    @GetMapping("/variants/payments")
    Map<String, Long> payments(@RequestParam String event) {
        return Map.of("payments", laboratory.payments(event));
    }

    /** Whoever is at work dies, as if the process were killed and started again. */
    @PostMapping("/variants/kill")
    void kill() {
        workers.kill();
    }

    private List<Variant> made(String slug) {
        return slug.equals("right")
                ? laboratory.right()
                : Stream.of(Broken.values())
                        .filter(broken -> broken.slug().equals(slug))
                        .findFirst()
                        .map(laboratory::broken)
                        .orElseThrow(() -> ProblemException.of(HttpStatus.NOT_FOUND, "There is no such variant."));
    }
}
