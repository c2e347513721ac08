package dev.once.proof.adopter;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Scope;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    private final Idempotency<String> claims;
    private final Orders orders;

    OrderController(Idempotency<String> claims, Orders orders) {
        this.claims = claims;
        this.orders = orders;
    }

    @PostMapping("/orders")
    ResponseEntity<String> place(
            @RequestHeader("X-Tenant") String tenant, // stands for your authentication
            @RequestHeader("Idempotency-Key") String key,
            @RequestBody String item) {
        Attempt attempt = Attempt.of(new Scope(tenant), new IdempotencyKey(key), Fingerprint.of(item));
        return claims.once(attempt, claim -> orders.add(claim, item))
                .fold(
                        placed -> ResponseEntity.status(HttpStatus.CREATED).body(placed),
                        placed -> ResponseEntity.status(HttpStatus.CREATED).body(placed),
                        wait -> ResponseEntity.status(HttpStatus.CONFLICT)
                                .header("Retry-After", String.valueOf(wait.toSeconds()))
                                .build(),
                        () -> ResponseEntity.unprocessableEntity().build());
    }
}
