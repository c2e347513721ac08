package dev.once.core.autoconfigure;

import dev.once.core.Idempotencies;
import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxProperties;
import dev.once.core.outbox.OutboxRelay;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.retention.DuplicateEffects;
import dev.once.core.retention.EffectTable;
import dev.once.core.retention.Housekeeper;
import dev.once.core.retention.Retention;
import dev.once.core.retention.RetentionProperties;
import dev.once.core.retention.Sweep;
import dev.once.core.support.SchemaName;
import dev.once.core.support.StartupRefusedException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/** Everything an application needs to make its {@code Idempotency} from a ledger. */
@AutoConfiguration(
        afterName = {
            // By name, for Boot 3 and then for Boot 4, which has moved them.
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@Conditional(OneDataSourceCondition.class)
@EnableConfigurationProperties({OnceProperties.class, OutboxProperties.class, RetentionProperties.class})
public class OnceAutoConfiguration {

    private static final int HIKARI_DEFAULT = 10;

    @Bean
    ClaimsDatabase onceDatabase(ListableBeanFactory beans, OnceProperties properties) {
        return ClaimsDatabase.choose(beans, properties.dataSource(), properties.transactions());
    }

    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    Idempotencies onceIdempotencies(
            ClaimsDatabase database,
            OnceProperties properties,
            Environment environment,
            ObjectProvider<MeterRegistry> meters,
            ObjectProvider<ProtocolObserver> observer) {
        int pool = environment.getProperty("spring.datasource.hikari.maximum-pool-size", Integer.class, HIKARI_DEFAULT);
        int share = properties.connectionsPerScope() > 0 ? properties.connectionsPerScope() : Math.max(1, pool / 2);
        Idempotencies idempotencies = new Idempotencies(
                database.dataSource(),
                database.transactions(),
                new Idempotencies.Limits(share, properties.waitersPerKey(), properties.waitersPerLedger()),
                ledger -> {
                    OnceProperties.LedgerSettings set = properties.settingsOf(ledger.name());
                    return set == null
                            ? ledger
                            : ledger.with(
                                    set.waitAtMost() == null ? ledger.waitAtMost() : set.waitAtMost(),
                                    set.keepFor() == null ? ledger.keepFor() : set.keepFor());
                },
                meters.getIfAvailable(SimpleMeterRegistry::new),
                observer.getIfAvailable(() -> ProtocolObserver.NONE),
                properties.poolerSafe(),
                schemaOf(properties));
        if (properties.schema() == OnceProperties.Schema.CREATE) {
            idempotencies.checkServer();
            new CoreTables(idempotencies.writes(), idempotencies.reads()).create();
        }
        return idempotencies;
    }

    private static SchemaName schemaOf(OnceProperties properties) {
        try {
            return new SchemaName(properties.schemaName());
        } catch (IllegalArgumentException e) {
            throw new StartupRefusedException(
                    "once.schema-name cannot be used: " + e.getMessage(), "Set it to another name, or leave it out.");
        }
    }

    @Bean
    CoreTables onceCoreTables(Writes writes, Reads reads) {
        return new CoreTables(writes, reads);
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
    Fence onceFence(Reads reads, OnceProperties properties, Environment environment) {
        return new Fence(reads, properties.fence(), environment);
    }

    @Bean
    @ConditionalOnProperty(name = "once.readiness.enabled", matchIfMissing = true)
    ReadinessWatcher onceReadiness(
            Idempotencies idempotencies, ApplicationEventPublisher events, OnceProperties properties) {
        return new ReadinessWatcher(
                idempotencies, events, properties.readiness().every());
    }

    @Bean
    @ConditionalOnMissingBean
    Outbox onceOutbox(Writes writes, Reads reads) {
        return new Outbox(writes, reads);
    }

    @Bean
    @ConditionalOnMissingBean
    OutboxRelay onceOutboxRelay(
            Outbox outbox,
            ObjectProvider<OutboxHandler> handlers,
            OutboxProperties properties,
            CoreTables tables,
            Idempotencies idempotencies) {
        List<OutboxHandler> all = handlers.orderedStream().toList();
        if (!all.isEmpty()) {
            tables.require(CoreTable.OUTBOX, "there are handlers for what is in it");
        }
        return new OutboxRelay(outbox, all, properties, idempotencies::isUsed);
    }

    @Bean
    Sweep onceOutboxSweep(Outbox outbox, OutboxProperties properties) {
        return outbox.sweepAfter(properties.keepDone());
    }

    @Bean
    @ConditionalOnMissingBean
    Retention onceRetention(
            Idempotencies idempotencies,
            ObjectProvider<Sweep> tables,
            RetentionProperties properties,
            ObjectProvider<MeterRegistry> meters) {
        return new Retention(
                idempotencies,
                tables.orderedStream().toList(),
                properties.share(),
                meters.getIfAvailable(SimpleMeterRegistry::new));
    }

    @Bean
    @ConditionalOnMissingBean
    DuplicateEffects onceDuplicateEffects(
            Writes writes,
            ObjectProvider<EffectTable> effects,
            ObjectProvider<MeterRegistry> meters,
            CoreTables tables) {
        List<EffectTable> all = effects.orderedStream().toList();
        if (!all.isEmpty()) {
            tables.require(CoreTable.EFFECTS, "there are tables of effects to be noted in it");
        }
        return new DuplicateEffects(writes, all, meters.getIfAvailable(SimpleMeterRegistry::new));
    }

    @Bean
    @ConditionalOnMissingBean
    Housekeeper onceHousekeeper(Retention retention, DuplicateEffects duplicates, RetentionProperties properties) {
        return new Housekeeper(retention, duplicates, properties);
    }
}
