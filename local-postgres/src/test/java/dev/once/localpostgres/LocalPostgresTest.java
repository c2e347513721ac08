package dev.once.localpostgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalPostgresTest {

    @TempDir
    Path temporary;

    Path folder;

    @BeforeEach
    void share_the_unpacked_binaries() throws IOException {
        folder = Files.createDirectory(temporary.toRealPath().resolve("postgres"));
        Path binaries = Folders.create(Home.folder().resolve("binaries"));
        Files.createSymbolicLink(folder.resolve("binaries"), binaries);
    }

    @AfterEach
    void nobody_is_left_behind() {
        boolean alive = cluster().isAlive();
        cluster().stop();
        assertThat(alive).as("a server that nobody uses").isFalse();
    }

    @Test
    void a_first_start_gives_a_durable_server_that_only_this_machine_reaches() throws Exception {
        Files.createDirectories(folder.resolve("data.unfinished/left-by-a-killed-start"));
        try (LocalPostgres server = LocalPostgres.join(folder)) {
            assertThat(server.jdbcUrl()).isEqualTo("jdbc:postgresql://127.0.0.1:" + server.port() + "/once");
            assertThat(Sql.ask(server.database(), "show fsync")).isEqualTo("on");
            assertThat(Sql.ask(server.database(), "show synchronous_commit")).isEqualTo("on");
            assertThat(Sql.ask(server.database(), "show listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(Sql.ask(server.database(), "show lc_messages")).isEqualTo("C");
            assertThatThrownBy(() -> new Database(server.jdbcUrl(), "once", "guessed").connect())
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void data_and_port_are_kept_over_a_restart() throws Exception {
        int port;
        try (LocalPostgres server = LocalPostgres.join(folder)) {
            port = server.port();
            Sql.run(server.database(), "create table note as select 'kept' as text");
        }
        assertThat(cluster().isAlive()).isFalse();

        try (LocalPostgres server = LocalPostgres.join(folder)) {
            assertThat(server.port()).isEqualTo(port);
            assertThat(Sql.ask(server.database(), "select text from note")).isEqualTo("kept");
        }
    }

    @Test
    void processes_share_one_server_and_the_last_to_leave_stops_it() throws Exception {
        LocalPostgres here = LocalPostgres.join(folder);
        LocalPostgres hereAgain = LocalPostgres.join(folder);
        try (MainProcess other = MainProcess.start(Main.class, folder)) {
            assertThat(other.says()).startsWith(here.jdbcUrl());

            here.close();
            here.close();
            hereAgain.close();
            assertThat(cluster().isAlive()).isTrue();

            other.end();
            assertThat(cluster().isAlive()).isFalse();
        }
    }

    @Test
    void processes_that_start_together_find_one_server() throws Exception {
        try (MainProcess one = MainProcess.start(Main.class, folder);
                MainProcess two = MainProcess.start(Main.class, folder)) {
            assertThat(one.says()).startsWith("jdbc:postgresql://127.0.0.1:").isEqualTo(two.says());
            one.end();
            two.end();
        }
    }

    @Test
    void the_server_of_a_killed_owner_is_joined_and_stopped_at_last() throws Exception {
        try (MainProcess owner = MainProcess.start(Main.class, folder)) {
            String url = owner.says();
            owner.kill();

            try (LocalPostgres server = LocalPostgres.join(folder)) {
                assertThat(url).startsWith(server.jdbcUrl());
            }
        }
    }

    @Test
    void a_killed_server_is_started_again_by_the_next_who_joins() throws Exception {
        try (LocalPostgres before = LocalPostgres.join(folder)) {
            Sql.run(before.database(), "create table note as select 'kept' as text");
            PidFile.in(folder.resolve("data"))
                    .orElseThrow()
                    .process()
                    .orElseThrow()
                    .destroyForcibly();

            try (LocalPostgres after = LocalPostgres.join(folder)) {
                assertThat(Sql.ask(after.database(), "select text from note")).isEqualTo("kept");
            }
        }
    }

    @Test
    void a_stale_pid_file_is_no_obstacle() throws Exception {
        LocalPostgres.join(folder).close();
        long notPostgres = ProcessHandle.current().pid();
        for (String stale : List.of(
                "", "no number", notPostgres + "\n/elsewhere\n1700000000\n5432\n", "999999\n/gone\n1700000000\n1\n")) {
            Files.writeString(folder.resolve("data/postmaster.pid"), stale);
            try (LocalPostgres server = LocalPostgres.join(folder)) {
                assertThat(Sql.ask(server.database(), "select 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void a_remembered_port_that_is_taken_is_replaced() throws Exception {
        LocalPostgres.join(folder).close();
        int remembered = Integer.parseInt(Files.readString(folder.resolve("port")));
        try (ServerSocket taken = listenOn(remembered);
                LocalPostgres server = LocalPostgres.join(folder)) {
            assertThat(server.port()).isNotEqualTo(taken.getLocalPort());
            assertThat(Sql.ask(server.database(), "select 1")).isEqualTo("1");
        }
    }

    @Test
    void a_given_port_that_is_taken_is_a_sentence() throws Exception {
        try (ServerSocket taken = listenOn(0)) {
            assertThatThrownBy(() -> LocalPostgres.join(folder, taken.getLocalPort()))
                    .isInstanceOf(LocalPostgresException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort())
                    .hasMessageContaining("set once.local-postgres.port to a free port");
        }
    }

    @Test
    void a_server_that_runs_on_another_port_than_asked_for_is_a_sentence() {
        try (LocalPostgres server = LocalPostgres.join(folder)) {
            assertThatThrownBy(() -> LocalPostgres.join(folder, Ports.free(0)))
                    .hasMessageContaining("already running on port " + server.port());
            assertThat(cluster().isAlive()).isTrue();
        }
    }

    @Test
    void a_main_that_cannot_start_says_why_and_fails() throws Exception {
        try (ServerSocket taken = listenOn(0);
                MainProcess process =
                        MainProcess.start(Main.class, folder, "-D" + Home.PORT + "=" + taken.getLocalPort())) {
            assertThat(process.says()).contains("is taken by another program");
            assertThat(process.exitCode()).isEqualTo(1);
        }
    }

    private Cluster cluster() {
        return new Cluster(Home.binaries(folder), folder, 0, true);
    }

    private static ServerSocket listenOn(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    }
}
