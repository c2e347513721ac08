package dev.once.proof.adopter;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Scope;
import org.springframework.aot.AotDetector;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A shop that places one order and ends. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({OrderLedger.class, Orders.class})
class AheadOfTimeShop {

    public static void main(String[] args) {
        SpringApplication shop = new SpringApplication(AheadOfTimeShop.class);
        shop.setWebApplicationType(WebApplicationType.NONE);
        shop.run(args);
    }

    @Bean
    ApplicationRunner firstOrder(Idempotency<String> claims, Orders orders) {
        return arguments -> System.out.println(
                "The shop was made ahead of time: " + AotDetector.useGeneratedArtifacts() + ", and says: "
                        + claims.once(
                                        Attempt.of(new Scope("acme"), new IdempotencyKey("key"), Fingerprint.none()),
                                        claim -> orders.add(claim, "tea"))
                                .getClass()
                                .getSimpleName());
    }
}
