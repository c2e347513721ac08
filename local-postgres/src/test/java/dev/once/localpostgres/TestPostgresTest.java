package dev.once.localpostgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestPostgresTest {

    @Test
    void the_server_is_started_once_and_shared() {
        assertThat(TestPostgres.shared()).isSameAs(TestPostgres.shared());
    }

    @Test
    void what_is_committed_is_on_disk_and_messages_are_english() throws SQLException {
        Database database = TestPostgres.shared().newDatabase();

        assertThat(Sql.ask(database, "show fsync")).isEqualTo("on");
        assertThat(Sql.ask(database, "show synchronous_commit")).isEqualTo("on");
        assertThat(Sql.ask(database, "show lc_messages")).isEqualTo("C");
        assertThat(Sql.ask(database, "show server_encoding")).isEqualTo("UTF8");
        assertThat(Sql.ask(database, "show max_connections")).isEqualTo("300");
    }

    @Test
    void each_new_database_is_empty_and_apart() throws SQLException {
        Database one = TestPostgres.shared().newDatabase();
        Database other = TestPostgres.shared().newDatabase();
        Sql.run(one, "create table note (text text)");

        assertThat(Sql.ask(other, "select to_regclass('note')")).isNull();
    }

    @Test
    void a_server_of_ones_own_can_be_stopped_and_started_on_the_same_port_and_data() throws SQLException {
        try (EmbeddedServer server = TestPostgres.ownServer()) {
            Database database = server.newDatabase();
            Sql.run(database, "create table note as select 'kept' as text");

            server.stop();
            assertThat(server.isAlive()).isFalse();
            assertThatThrownBy(database::connect).isInstanceOf(SQLException.class);

            server.start();
            assertThat(Sql.ask(database, "select text from note")).isEqualTo("kept");
        }
    }

    @Test
    void a_killed_server_has_every_commit_when_it_starts_again() throws SQLException {
        try (EmbeddedServer server = TestPostgres.ownServer()) {
            Database database = server.newDatabase();
            Sql.run(database, "create table note as select 'kept' as text");

            server.kill();
            assertThat(server.isAlive()).isFalse();

            server.start();
            assertThat(Sql.ask(database, "select text from note")).isEqualTo("kept");
        }
    }

    @Test
    void what_a_killed_test_run_left_behind_is_cleared_by_the_next(@TempDir Path home) throws Exception {
        Files.createSymbolicLink(
                home.resolve("binaries"), Folders.create(Home.folder().resolve("binaries")));
        try (MainProcess run = MainProcess.start(AbandonedTestRun.class, home)) {
            Path data = Path.of(run.says());
            PidFile abandoned = PidFile.in(data).orElseThrow();
            run.kill();
            assertThat(abandoned.process()).isPresent();

            TestFolders.newServer(home, true).close();

            assertThat(abandoned.process()).isEmpty();
            assertThat(data).doesNotExist();
        }
    }
}
