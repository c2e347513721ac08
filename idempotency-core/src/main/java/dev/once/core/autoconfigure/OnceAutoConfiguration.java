package dev.once.core.autoconfigure;

import dev.once.core.Idempotencies;
import dev.once.core.ProtocolObserver;
import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxProperties;
import dev.once.core.outbox.OutboxRelay;
import dev.once.core.retention.DuplicateEffects;
import dev.once.core.retention.EffectTable;
import dev.once.core.retention.Housekeeper;
import dev.once.core.retention.Retention;
import dev.once.core.retention.RetentionProperties;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Everything an application needs to make its {@code Idempotency} from a ledger. */
@AutoConfiguration(
        after = DataSourceAutoConfiguration.class,
        afterName = "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnSingleCandidate(DataSource.class)
@EnableConfigurationProperties({OnceProperties.class, OutboxProperties.class, RetentionProperties.class})
public class OnceAutoConfiguration {

    private static final int HIKARI_DEFAULT = 10;

    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    Idempotencies idempotencies(
            DataSource dataSource,
            OnceProperties properties,
            Environment environment,
            ObjectProvider<MeterRegistry> meters,
            ObjectProvider<ProtocolObserver> observer) {
        int pool = environment.getProperty("spring.datasource.hikari.maximum-pool-size", Integer.class, HIKARI_DEFAULT);
        int share = properties.connectionsPerScope() > 0 ? properties.connectionsPerScope() : Math.max(1, pool / 2);
        return new Idempotencies(
                dataSource,
                new Idempotencies.Limits(share, properties.waitersPerKey(), properties.waitersPerLedger()),
                ledger -> {
                    OnceProperties.LedgerSettings set = properties.ledgers().get(ledger.name());
                    return set == null
                            ? ledger
                            : ledger.with(
                                    set.waitAtMost() == null ? ledger.waitAtMost() : set.waitAtMost(),
                                    set.keepFor() == null ? ledger.keepFor() : set.keepFor());
                },
                meters.getIfAvailable(SimpleMeterRegistry::new),
                observer.getIfAvailable(() -> ProtocolObserver.NONE));
    }

    @Bean
    Writes onceWrites(Idempotencies idempotencies) {
        return idempotencies.writes();
    }

    @Bean
    Reads onceReads(Idempotencies idempotencies) {
        return idempotencies.reads();
    }

    @Bean
    Fence onceFence(Reads reads, OnceProperties properties) {
        return new Fence(reads, properties.fenceRequired());
    }

    @Bean
    @ConditionalOnMissingBean
    Outbox outbox(Writes writes, Reads reads) {
        return new Outbox(writes, reads);
    }

    @Bean
    @ConditionalOnMissingBean
    OutboxRelay outboxRelay(Outbox outbox, ObjectProvider<OutboxHandler> handlers, OutboxProperties properties) {
        return new OutboxRelay(outbox, handlers.orderedStream().toList(), properties);
    }

    @Bean
    @ConditionalOnMissingBean
    Retention retention(Idempotencies idempotencies, ObjectProvider<MeterRegistry> meters) {
        return new Retention(idempotencies, meters.getIfAvailable(SimpleMeterRegistry::new));
    }

    @Bean
    @ConditionalOnMissingBean
    DuplicateEffects duplicateEffects(Writes writes, Reads reads, ObjectProvider<EffectTable> effects) {
        return new DuplicateEffects(writes, reads, effects.orderedStream().toList());
    }

    @Bean
    @ConditionalOnMissingBean
    Housekeeper housekeeper(
            Retention retention,
            DuplicateEffects duplicates,
            Outbox outbox,
            RetentionProperties properties,
            OutboxProperties outboxProperties,
            ObjectProvider<MeterRegistry> meters) {
        return new Housekeeper(
                retention,
                duplicates,
                outbox,
                properties,
                outboxProperties,
                meters.getIfAvailable(SimpleMeterRegistry::new));
    }
}
