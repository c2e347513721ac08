package dev.once.faults;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import dev.once.core.Stored;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.localpostgres.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.JdbcTemplate;

/** The smallest service on the core: a payment is one row, and its answer is the row's number. */
final class Payments implements AutoCloseable {

    private final HikariDataSource pool;
    private final Idempotency<String> idempotency;
    private final AtomicBoolean failNext = new AtomicBoolean();

    Payments(Database database, Duration wait, ProtocolObserver observer) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setUsername(database.username());
        config.setPassword(database.password());
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(0);
        pool = new HikariDataSource(config);
        new JdbcTemplate(pool)
                .execute(
                        """
                        create table if not exists keys (
                            scope text collate "C" not null,
                            idempotency_key text collate "C" not null,
                            fingerprint bytea not null,
                            answer text,
                            created_at timestamptz not null default now(),
                            expires_at timestamptz not null,
                            constraint keys_scope_key unique (scope, idempotency_key));
                        create table if not exists payments (
                            id bigint generated always as identity primary key, amount text not null)
                        """);
        idempotency = new Idempotencies(
                        pool,
                        Idempotencies.Limits.forPoolOf(20),
                        UnaryOperator.identity(),
                        new SimpleMeterRegistry(),
                        observer)
                .of(Ledger.named("keys")
                        .fingerprint("fingerprint")
                        .expiresAt("expires_at")
                        .waitAtMost(wait)
                        .keepFor(Duration.ofHours(24))
                        .storing(Stored.text("answer")));
    }

    static Attempt attempt(String scope, String key, String amount) {
        return Attempt.of(new Scope(scope), new IdempotencyKey(key), Fingerprint.of(amount));
    }

    Outcome<String> pay(String scope, String key, String amount) {
        return idempotency.once(attempt(scope, key, amount), claim -> add(claim, amount));
    }

    private String add(Claim claim, String amount) {
        long id = claim.sql("insert into payments (amount) values (:amount) returning id")
                .param("amount", amount)
                .query(Long.class)
                .single();
        if (failNext.compareAndSet(true, false)) {
            throw new IllegalStateException("The work fails, as asked.");
        }
        return "payment " + id;
    }

    void failNextWork() {
        failNext.set(true);
    }

    long effects() {
        return new JdbcTemplate(pool).queryForObject("select count(*) from payments", Long.class);
    }

    void expireKeys() {
        new JdbcTemplate(pool).update("update keys set expires_at = now() - interval '1 second'");
    }

    @Override
    public void close() {
        pool.close();
    }
}
