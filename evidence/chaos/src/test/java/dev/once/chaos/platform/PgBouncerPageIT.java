package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.EmbeddedServer;
import dev.once.localpostgres.TestPostgres;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/operations/pgbouncer.md, from the top to the end, with the packaged apps. */
@Tag("full")
class PgBouncerPageIT {

    private static final Duration START = Instance.START;

    @TempDir
    Path folder;

    private final int port = FreePort.find();
    private final Secrets secrets = Secrets.fresh();

    @Test
    void followed_from_the_top_the_apps_work_behind_it() throws Exception {
        Path program = program();
        assumeTrue(program != null, "There is no pgbouncer on the PATH: install it to run this test.");
        try (EmbeddedServer server = TestPostgres.ownServer()) {
            try (Connection superuser = server.database().connect()) {
                each(superuser, block("sql", 0, server));
            }
            for (App app : List.of(App.WEBHOOKS, App.FORMS, App.API)) {
                assertThat(app(app, block("properties", 0, server)).start().awaitExit(START))
                        .as("exit code of " + app + " that only migrates")
                        .isZero();
            }
            try (Connection owner = connect(server.port(), "once_owner", "change-me-1")) {
                each(owner, block("sql", 1, server));
            }
            Process bouncer = start(program, block("ini", 0, server), block("text", 0, server));
            try {
                send(block("properties", 1, server));
                assertFenced();
            } finally {
                bouncer.destroyForcibly();
                bouncer.onExit().join();
            }
        }
    }

    private void send(String settings) throws Exception {
        int http = FreePort.find();
        try (AppProcess api =
                app(App.API, settings).args("--server.port=" + http).start()) {
            api.awaitHttp(URI.create("http://127.0.0.1:" + http + "/actuator/health/readiness"), START);
            ExecutorService senders = Executors.newFixedThreadPool(16);
            Set<String> answers = IntStream.range(0, 200)
                    .mapToObj(n -> CompletableFuture.supplyAsync(() -> create(http, "key-" + n % 40), senders))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .collect(Collectors.toSet());
            senders.shutdown();
            assertThat(answers).hasSize(40);
        }
        try (Connection owner = connect(port, "once_app", "change-me-2")) {
            assertThat(new Sql(owner).count("select count(*) from api.invoices"))
                    .isEqualTo(40);
        }
    }

    private void assertFenced() throws SQLException {
        try (Connection app = connect(port, "once_app", "change-me-2")) {
            assertThatThrownBy(() -> new Sql(app).update("delete from api.invoices"))
                    .hasMessageContaining("read-only");
        }
    }

    private String create(int http, String key) {
        try {
            var answer = Web.send(Web.post(
                            "http://127.0.0.1:" + http + "/api/invoices",
                            "application/json",
                            Senders.Programs.invoice(key))
                    .header("Authorization", "Bearer " + secrets.acme())
                    .header("Idempotency-Key", key));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            return answer.body();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private AppProcess.Command app(App app, String settings) {
        AppProcess.Command command = AppProcess.jar(app.jar()).named(app.module());
        settings.lines().filter(line -> !line.isBlank()).forEach(line -> command.args("--" + line));
        return command.args(
                "--once.operator.password=" + secrets.operator(),
                "--once.operator.username=operator",
                "--once.web.public-url=http://127.0.0.1",
                "--once.api.clients.acme=" + secrets.acme());
    }

    private Process start(Path program, String settings, String users) throws Exception {
        Files.writeString(folder.resolve("pgbouncer.ini"), settings);
        Files.writeString(folder.resolve("userlist.txt"), users);
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            // It refuses to run as root, and then must be able to read what root has written.
            command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        command.addAll(
                List.of(program.toString(), folder.resolve("pgbouncer.ini").toString()));
        Process process = new ProcessBuilder(command).inheritIO().start();
        Waiting.until("PgBouncer listens", Duration.ofSeconds(20), () -> {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                return socket.isConnected();
            }
        });
        return process;
    }

    /** As printed, but for where things are on this machine. */
    private String block(String language, int number, EmbeddedServer server) throws Exception {
        String page = Files.readString(Path.of("../../docs/operations/pgbouncer.md"));
        return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .skip(number)
                .findFirst()
                .orElseThrow()
                .replace("db.internal:5432", "127.0.0.1:" + server.port())
                .replace("host=db.internal port=5432", "host=127.0.0.1 port=" + server.port())
                .replace("6432", Integer.toString(port))
                .replace("listen_addr", "unix_socket_dir =\nlisten_addr")
                .replace("/etc/pgbouncer", folder.toString());
    }

    private static Path program() {
        return Stream.concat(Arrays.stream(System.getenv("PATH").split(":")), Stream.of("/usr/sbin"))
                .map(entry -> Path.of(entry, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    private static Connection connect(int port, String role, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/payments?prepareThreshold=0", role, password);
    }

    private static void each(Connection connection, String script) throws SQLException {
        for (String sql : script.split(";")) {
            if (!sql.isBlank()) {
                try (var statement = connection.createStatement()) {
                    statement.execute(sql);
                }
            }
        }
    }
}
