package dev.once.localpostgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChoiceTest {

    @TempDir
    Path folder;

    @AfterEach
    void forget_what_was_given() {
        for (String prefix : new String[] {"once.test.jdbc-", "spring.datasource."}) {
            System.clearProperty(prefix + "url");
            System.clearProperty(prefix + "username");
            System.clearProperty(prefix + "password");
        }
    }

    @Test
    void a_given_url_comes_first() throws SQLException {
        Database server = TestPostgres.shared().database();
        System.setProperty("once.test.jdbc-url", server.jdbcUrl());
        System.setProperty("once.test.jdbc-username", server.username());
        System.setProperty("once.test.jdbc-password", server.password());
        System.setProperty("spring.datasource.url", "jdbc:postgresql://db.example/not-this");

        TestPostgres chosen = TestPostgres.choose();

        assertThat(chosen).hasToString("given, at " + server.jdbcUrl() + " (once.test.jdbc-url)");
        Database created = chosen.newDatabase();
        assertThat(Sql.ask(created, "select current_database()")).startsWith("test_");
    }

    @Test
    void a_data_source_given_for_spring_is_taken_too() throws SQLException {
        Database server = TestPostgres.shared().database();
        System.setProperty(
                "spring.datasource.url", server.jdbcUrl() + "?user=once&password=" + server.password() + "&ssl=false");

        TestPostgres chosen = TestPostgres.choose();

        assertThat(chosen.toString()).contains("given").doesNotContain(server.password());
        assertThat(Sql.ask(chosen.newDatabase(), "select current_database()")).startsWith("test_");
    }

    @Test
    void a_database_on_a_given_server_can_be_dropped_again() throws SQLException {
        Database server = TestPostgres.shared().database();
        Database created = TestPostgres.shared().newDatabase();

        Databases.drop(server, created);

        assertThat(Sql.ask(
                        server,
                        "select count(*) from pg_database where '" + created.jdbcUrl() + "' like '%' || datname"))
                .isEqualTo("0");
    }

    @Test
    void docker_that_answers_is_seen() throws IOException {
        Path socket = folder.resolve("docker.sock");
        try (ServerSocketChannel docker = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            docker.bind(UnixDomainSocketAddress.of(socket));
            Thread server = new Thread(() -> answer(docker));
            server.start();

            assertThat(Docker.answers(URI.create("unix://" + socket))).isTrue();
        }
    }

    @Test
    void docker_that_is_absent_or_silent_is_not_waited_for() throws IOException {
        Path socket = folder.resolve("docker.sock");
        assertThat(Docker.answers(URI.create("unix://" + socket))).isFalse();
        assertThat(Docker.answers(URI.create("npipe:////./pipe/docker_engine"))).isFalse();
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(socket));
            assertThat(Docker.answers(URI.create("unix://" + socket))).isFalse();
        }
    }

    private static void answer(ServerSocketChannel docker) {
        try (var connection = docker.accept()) {
            connection.read(ByteBuffer.allocate(1024));
            connection.write(ByteBuffer.wrap("HTTP/1.1 200 OK\r\n\r\nOK".getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
