package dev.once.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.protocol.ProtocolStep;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

@Timeout(60)
class FileParkingObserverTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final Database database = TestPostgres.shared().newDatabase();

    @Test
    void a_process_killed_before_its_commit_leaves_nothing_and_the_next_start_pays() {
        try (var payments = payments();
                var app = app(ProtocolStep.WORKED).start()) {
            FileParkingObserver.awaitParked(folder, ProtocolStep.WORKED, SOON);
            app.kill9();
            assertThat(payments.effects()).isZero();
            app.restart().awaitLine("FirstRun", SOON);
            assertThat(payments.effects()).isEqualTo(1);
        }
    }

    @Test
    void a_process_killed_after_its_commit_has_paid_and_the_next_start_says_so() {
        try (var payments = payments();
                var app = app(ProtocolStep.COMMITTED).start()) {
            FileParkingObserver.awaitParked(folder, ProtocolStep.COMMITTED, SOON);
            app.kill9();
            assertThat(payments.effects()).isEqualTo(1);
            app.restart().awaitLine("Replay", SOON);
            assertThat(payments.effects()).isEqualTo(1);
        }
    }

    @Test
    void a_parked_attempt_goes_on_when_its_file_is_gone() throws Exception {
        try (var app = app(ProtocolStep.CLAIMED).start()) {
            Path file = FileParkingObserver.awaitParked(folder, ProtocolStep.CLAIMED, SOON);
            assertThat(app.isAlive()).isTrue();
            Files.delete(file);
            app.awaitLine("FirstRun", SOON);
            assertThat(app.awaitExit(SOON)).isZero();
        }
    }

    @Test
    void other_keys_other_steps_and_later_attempts_pass() {
        var observer = new FileParkingObserver(ProtocolStep.CLAIMED, Pattern.compile("slow-.*"), folder);
        observer.at(ProtocolStep.CLAIMED, Payments.attempt("a", "fast-1", "1"));
        observer.at(ProtocolStep.WORKED, Payments.attempt("a", "slow-1", "1"));
        assertThat(folder).isEmptyDirectory();
        assertThatThrownBy(() -> FileParkingObserver.awaitParked(folder, ProtocolStep.CLAIMED, Duration.ofMillis(50)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("No attempt came to CLAIMED within 50 ms.");
    }

    @Test
    void without_the_environment_variables_there_is_no_observer() {
        try (var context = new AnnotationConfigApplicationContext(ParkingAutoConfiguration.class)) {
            assertThat(context.getBeansOfType(ProtocolObserver.class)).isEmpty();
        }
    }

    private Payments payments() {
        return new Payments(database, SOON, ProtocolObserver.NONE);
    }

    private AppProcess.Command app(ProtocolStep step) {
        return AppProcess.main(ParkedApp.class)
                .args("k")
                .env("DATABASE_URL", database.jdbcUrl())
                .env("DATABASE_USER", database.username())
                .env("DATABASE_PASSWORD", database.password())
                .env(FileParkingObserver.STEP, step.name())
                .env(FileParkingObserver.KEY, "k")
                .env(FileParkingObserver.FOLDER, folder.toString());
    }
}
