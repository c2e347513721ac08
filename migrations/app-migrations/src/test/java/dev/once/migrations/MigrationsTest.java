package dev.once.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** One folder and one history an owner, on whatever PostgreSQL is under test. */
class MigrationsTest {

    private static final Path FOLDERS = Path.of("src", "main", "resources", "once", "migrations");

    private DataSource dataSource = new DriverManagerDataSource();
    private JdbcTemplate jdbc = new JdbcTemplate();

    @BeforeEach
    void freshDatabase() {
        Database database = TestPostgres.shared().newDatabase();
        dataSource = new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
        jdbc = new JdbcTemplate(dataSource);
    }

    @RepeatedTest(3)
    void applications_that_start_together_migrate_one_empty_database_safely() throws Exception {
        List<String> others =
                owners().stream().filter(owner -> !owner.equals("core")).toList();
        CyclicBarrier together = new CyclicBarrier(Math.max(others.size(), 2));
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> applications = new ArrayList<>();
        for (int i = 0; i < together.getParties(); i++) {
            String owner = others.get(i % others.size());
            applications.add(new Thread(() -> {
                try {
                    together.await();
                    Migrations.migrate(dataSource, List.of("core", owner));
                } catch (Exception e) {
                    failures.add(e);
                }
            }));
        }
        applications.forEach(Thread::start);
        for (Thread application : applications) {
            application.join();
        }

        assertThat(failures).isEmpty();
        others.forEach(owner -> assertThat(jdbc.queryForObject(
                        "select count(*) from %s.schema_history where success".formatted(owner), Long.class))
                .isPositive());
    }

    @Test
    void migrating_again_changes_nothing() throws IOException {
        Migrations.migrate(dataSource, owners());
        for (String owner : owners()) {
            assertThat(Migrations.of(owner, dataSource).migrate().migrationsExecuted)
                    .isZero();
        }
    }

    @Test
    void every_table_says_what_it_is_for_and_how_long_it_is_kept() throws IOException {
        Migrations.migrate(dataSource, owners());

        List<String> silent = jdbc.queryForList(
                """
                select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
                  and c.relname <> 'schema_history'
                  and coalesce(obj_description(c.oid, 'pg_class'), '') !~* 'retention'
                """,
                String.class);
        assertThat(silent).isEmpty();
    }

    @Test
    void a_ledger_has_exactly_one_unique_constraint_and_it_begins_with_the_scope() throws IOException {
        Migrations.migrate(dataSource, owners());
        var ledgers = Stream.of(
                        List.of("webhooks.processed_events", "UNIQUE (provider, event_id)"),
                        List.of("forms.action_claims", "UNIQUE (org_id, idempotency_key)"),
                        List.of("jobs.job_results", "UNIQUE (run_id, step)"),
                        List.of("api.idempotency_keys", "UNIQUE (client_id, idempotency_key)"))
                .toList();
        for (List<String> ledger : ledgers) {
            assertThat(jdbc.queryForList(
                            """
                            select replace(pg_get_constraintdef(oid), 'PRIMARY KEY', 'UNIQUE') from pg_constraint
                            where conrelid = cast(? as regclass) and contype in ('u', 'p')
                            """,
                            String.class,
                            ledger.get(0)))
                    .as(ledger.get(0))
                    .containsExactly(ledger.get(1));
        }
    }

    @Test
    void uuidv7_is_ordered_by_time_on_every_supported_version() {
        Migrations.migrate(dataSource, List.of("core"));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(jdbc.queryForObject("select once.uuidv7()::text from pg_sleep(0.002)", String.class));
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates().allSatisfy(id -> {
            assertThat(java.util.UUID.fromString(id).version()).isEqualTo(7);
            assertThat(java.util.UUID.fromString(id).variant()).isEqualTo(2);
        });
    }

    private static List<String> owners() throws IOException {
        try (Stream<Path> folders = Files.list(FOLDERS)) {
            return Stream.concat(
                            Stream.of("core"),
                            folders.map(folder -> folder.getFileName().toString())
                                    .sorted())
                    .toList();
        }
    }
}
