package dev.once.proof;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Done;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import dev.once.core.Stored;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.retention.Retention;
import dev.once.core.retention.Sweep;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import dev.once.migrations.Migrations;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A fresh database with three ledgers and a table of effects, and as many instances of the core on it as a test wants. */
final class Lab implements AutoCloseable {

    static final Scope SCOPE = new Scope("acme");

    private static final String TABLES =
            """
            create schema lab;
            create table lab.claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null,
              created_at timestamptz not null default now(),
              constraint claims_once primary key (scope, idempotency_key));
            create table lab.answers (
              scope text collate "C" not null, idempotency_key text collate "C" not null, fingerprint bytea not null,
              answer text, created_at timestamptz not null default now(),
              constraint answers_once primary key (scope, idempotency_key));
            create table lab.expiring (
              scope text collate "C" not null, idempotency_key text collate "C" not null, fingerprint bytea not null,
              answer text, created_at timestamptz not null default now(), expires_at timestamptz not null,
              constraint expiring_once primary key (scope, idempotency_key));
            create table lab.effects (
              id uuid not null default once.uuidv7() constraint effects_pk primary key,
              scope text not null, idempotency_key text not null, created_at timestamptz not null default now());
            """;

    final Database database;
    private final String url;
    private final List<HikariDataSource> pools = new ArrayList<>();

    private Lab(Database database, String url) {
        this.database = database;
        this.url = url;
    }

    static Lab open() {
        return open(TestPostgres.shared().newDatabase());
    }

    static Lab open(Database database) {
        Migrations.migrate(
                new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()),
                List.of("core"));
        Lab lab = new Lab(database, database.jdbcUrl());
        lab.run(TABLES);
        return lab;
    }

    /** The same database by another way, such as through a proxy. */
    Lab by(String otherUrl) {
        return new Lab(database, otherUrl);
    }

    static Ledger<Done> claims() {
        return Ledger.named("claims").table("lab.claims").claimOnly();
    }

    static Ledger<String> answers() {
        return answers(Duration.ofSeconds(2));
    }

    static Ledger<String> answers(Duration wait) {
        return describedAnswers(wait).storing(Stored.text("answer"));
    }

    /** Whether an attempt joins the transaction of its caller. */
    static Ledger<String> joining(boolean joining) {
        Ledger.Builder answers = describedAnswers(Duration.ofSeconds(5));
        return (joining ? answers.joining() : answers).storing(Stored.text("answer"));
    }

    private static Ledger.Builder describedAnswers(Duration wait) {
        return Ledger.named("answers")
                .table("lab.answers")
                .fingerprint("fingerprint")
                .waitAtMost(wait);
    }

    static Ledger<String> expiring() {
        return Ledger.named("expiring")
                .table("lab.expiring")
                .fingerprint("fingerprint")
                .expiresAt("expires_at")
                .keepFor(Duration.ofHours(24))
                .storing(Stored.text("answer"));
    }

    /** One instance of the core with a pool and a memory of its own: what a second process would be. */
    Idempotencies instance() {
        return instance(10, ProtocolObserver.NONE);
    }

    Idempotencies instance(ProtocolObserver observer) {
        return instance(10, observer);
    }

    Idempotencies instance(int connections, ProtocolObserver observer) {
        return instance(
                connections, new Idempotencies.Limits(connections, 250, 500), observer, DatabaseDefaults.INIT_SQL);
    }

    Idempotencies instance(int connections, Idempotencies.Limits limits, ProtocolObserver observer, String initSql) {
        return new Idempotencies(
                pool(connections, initSql), limits, UnaryOperator.identity(), new SimpleMeterRegistry(), observer);
    }

    /** On a pool of the test's own. */
    static Idempotencies on(DataSource pool) {
        return new Idempotencies(
                pool,
                new Idempotencies.Limits(10, 250, 500),
                UnaryOperator.identity(),
                new SimpleMeterRegistry(),
                ProtocolObserver.NONE);
    }

    /** As most services have it: connections that can write, whoever asks. */
    HikariDataSource poolWithoutFence(int connections) {
        return pool(connections, "select 1");
    }

    /** Sweeps the ledgers of an instance, without rests. */
    static Retention retention(Idempotencies instance, Sweep... tables) {
        return new Retention(instance, List.of(tables), 1, new SimpleMeterRegistry());
    }

    HikariDataSource pool(int connections, String initSql) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(connections);
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(5000);
        pool.setConnectionInitSql(initSql);
        pools.add(pool);
        return pool;
    }

    static Attempt attempt(String key) {
        return attempt(key, "the same");
    }

    static Attempt attempt(String key, String asked) {
        return Attempt.of(SCOPE, new IdempotencyKey(key), Fingerprint.of(asked));
    }

    static String effect(Claim claim) {
        claim.sql("insert into lab.effects (scope, idempotency_key) values (:scope, :key)")
                .param("scope", claim.attempt().scope().value())
                .param("key", claim.attempt().key().value())
                .update();
        return "done " + claim.attempt().key();
    }

    long effects(String key) {
        return number("select count(*) from lab.effects where idempotency_key = '" + key + "'");
    }

    long number(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** As an operator would, around every fence. */
    void run(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
    }
}
