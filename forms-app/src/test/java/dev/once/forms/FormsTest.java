package dev.once.forms;

import dev.once.core.Reads;
import dev.once.faults.ParkingObserver;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;
import org.springframework.boot.test.autoconfigure.actuate.observability.AutoConfigureObservability;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.ActiveProfiles;

/** The whole application on a port of its own, with its demo users; an attempt can be parked in it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
@AutoConfigureObservability(tracing = false)
@Import(FormsTest.Parking.class)
public @interface FormsTest {

    @TestConfiguration(proxyBeanMethods = false)
    class Parking {
        @Bean
        ParkingObserver parking() {
            return new ParkingObserver();
        }

        @Bean
        @Primary
        ShiftingClock shiftingClock() {
            return new ShiftingClock();
        }

        @Bean
        Ledgers ledgers(Reads reads) {
            return new Ledgers(reads);
        }
    }

    /** What the database says. */
    record Ledgers(Reads reads) {

        public long invoices(String key) {
            return reads.query("select count(*) from forms.invoices where idempotency_key = :key")
                    .param("key", key)
                    .count();
        }

        public long invoices(Map<String, String> form) {
            return invoices(form.getOrDefault("idempotencyKey", ""));
        }

        public long claims(Map<String, String> form) {
            return reads.query("select count(*) from forms.action_claims where idempotency_key = :key")
                    .param("key", form.getOrDefault("idempotencyKey", ""))
                    .count();
        }
    }
}
