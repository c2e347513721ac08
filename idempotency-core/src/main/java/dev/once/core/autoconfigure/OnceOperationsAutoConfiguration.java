package dev.once.core.autoconfigure;

import dev.once.core.Idempotencies;
import dev.once.core.operations.OnceEndpoint;
import dev.once.core.operations.OutboxMetrics;
import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxRelay;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The operator's view, where there is an actuator to serve it. */
@AutoConfiguration(after = OnceAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(Idempotencies.class)
public class OnceOperationsAutoConfiguration {

    @Bean
    OutboxMetrics onceOutboxMetrics(Outbox outbox, OutboxRelay relay) {
        return new OutboxMetrics(outbox, relay);
    }

    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = OnceEndpoint.class)
    OnceEndpoint onceEndpoint(Idempotencies idempotencies, Outbox outbox, OutboxRelay relay) {
        return new OnceEndpoint(idempotencies, outbox, relay);
    }
}
