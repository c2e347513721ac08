package dev.once.localpostgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class StandbyTest {

    @Test
    void what_was_committed_is_on_a_standby_that_commits_wait_for_and_the_roles_can_be_changed() throws SQLException {
        try (EmbeddedServer one = TestPostgres.ownServer();
                EmbeddedServer other = TestPostgres.ownServer()) {
            Sql.run(one.database(), "create table note as select 'before the copy' as text");
            other.follow(one, "standby", one.port());
            one.waitFor("standby");
            Sql.run(one.database(), "insert into note values ('after it')");
            assertThatThrownBy(() -> Sql.run(other.database(), "insert into note values ('on the standby')"))
                    .hasMessageContaining("read-only");

            one.kill();
            other.promote();
            assertThat(Sql.ask(other.database(), "select string_agg(text, ', ') from note"))
                    .isEqualTo("before the copy, after it");

            one.follow(other, "standby", other.port());
            other.waitFor("standby");
            Sql.run(other.database(), "insert into note values ('by the new one')");
            other.kill();
            one.promote();
            assertThat(Sql.ask(one.database(), "select count(*) from note")).isEqualTo("3");
        }
    }

    @Test
    void a_frozen_server_accepts_a_connection_and_says_nothing() throws SQLException {
        try (EmbeddedServer server = TestPostgres.ownServer()) {
            Database impatient = new Database(
                    server.database().jdbcUrl() + "?loginTimeout=1",
                    server.database().username(),
                    server.database().password());
            server.freeze();
            assertThatThrownBy(impatient::connect).isInstanceOf(SQLException.class);
            server.thaw();
            assertThat(Sql.ask(server.database(), "select 1")).isEqualTo("1");
        }
    }
}
