package dev.once.proof;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.retention.EffectTable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The smallest application that shows the core in operation. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(PayApplication.Payments.class)
class PayApplication {

    @Bean
    Idempotency<String> idempotency(Idempotencies idempotencies) {
        return idempotencies.of(Lab.answers());
    }

    @Bean
    EffectTable effects(Idempotency<String> idempotency) {
        return EffectTable.of(idempotency, "lab.effects", "scope", "idempotency_key");
    }

    @Bean
    OutboxHandler mails() {
        return OutboxLab.handler("mail", message -> {});
    }

    @RestController
    static class Payments {

        private final Idempotency<String> idempotency;

        Payments(Idempotency<String> idempotency) {
            this.idempotency = idempotency;
        }

        @PostMapping("/pay")
        ResponseEntity<String> pay(@RequestParam String key, @RequestParam(defaultValue = "10") String amount) {
            return idempotency
                    .once(Lab.attempt(key, amount), Lab::effect)
                    .fold(
                            first -> ResponseEntity.status(HttpStatus.CREATED).body(first),
                            ResponseEntity::ok,
                            wait -> ResponseEntity.status(HttpStatus.CONFLICT).body("in flight"),
                            () -> ResponseEntity.unprocessableEntity().body("reused"));
        }
    }
}
