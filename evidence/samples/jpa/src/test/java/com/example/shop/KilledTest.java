package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The application is a process of its own, and is killed in the middle of the work. */
class KilledTest {

    private final Database database = TestPostgres.shared().newDatabase();
    private final JdbcClient jdbc = JdbcClient.create(
            new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()));

    @Test
    void an_order_whose_process_was_killed_is_not_there_and_the_next_attempt_makes_it() throws Exception {
        int port = freePort();
        Process first = start(port);
        try (HeldTable lines = new HeldTable(database, "order_lines")) {
            CompletableFuture<Integer> lost = CompletableFuture.supplyAsync(() -> place(port));
            lines.awaitSomebodyWaiting();
            first.destroyForcibly().waitFor();
            assertThat(lost).failsWithin(Duration.ofMinutes(1));
        } finally {
            first.destroyForcibly();
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> sessionsOfTheApplication() == 0);
        assertThat(count("public.orders")).isZero();
        assertThat(count("once.claims")).isZero();

        int otherPort = freePort();
        Process second = start(otherPort);
        try {
            assertThat(place(otherPort)).isEqualTo(201);
            assertThat(place(otherPort)).isEqualTo(201);
        } finally {
            second.destroyForcibly().waitFor();
        }
        assertThat(count("public.orders")).isEqualTo(1);
        assertThat(count("public.order_lines")).isEqualTo(1);
    }

    private Process start(int port) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShopApplication.class.getName(),
                        "--server.port=" + port,
                        "--spring.datasource.url=" + database.jdbcUrl(),
                        "--spring.datasource.username=" + database.username(),
                        "--spring.datasource.password=" + database.password(),
                        "--spring.datasource.hikari.schema=public",
                        "--spring.datasource.hikari.data-source-properties.ApplicationName=shop")
                .redirectErrorStream(true)
                .redirectOutput(new File("target", "shop-" + port + ".log"))
                .start();
        await().atMost(Duration.ofMinutes(3)).until(() -> !process.isAlive() || answers(port));
        assertThat(process.isAlive()).as("it runs, see target/shop-%d.log", port).isTrue();
        return process;
    }

    /** Without a key, so that nothing is done. */
    private static boolean answers(int port) {
        try {
            return new ShopClient(port).placeWithoutKey("acme", ShopClient.TEA).statusCode() == 400;
        } catch (Exception e) {
            return false;
        }
    }

    private static int place(int port) {
        try {
            return new ShopClient(port).place("acme", "key", ShopClient.TEA).statusCode();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private long sessionsOfTheApplication() {
        return jdbc.sql("select count(*) from pg_stat_activity where datname = current_database() and application_name = 'shop'")
                .query(Long.class)
                .single();
    }

    private long count(String table) {
        return jdbc.sql("select count(*) from " + table).query(Long.class).single();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
