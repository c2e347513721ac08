package dev.once.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Outcome;
import dev.once.core.OutcomeUnknownException;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CutPostgresTest {

    private final Database database = TestPostgres.shared().newDatabase();
    private CuttingProxy proxy;

    @BeforeEach
    void start() {
        proxy = CuttingProxy.inFrontOf(database.jdbcUrl());
    }

    @AfterEach
    void stop() {
        proxy.close();
    }

    @Test
    void a_commit_whose_answer_is_lost_is_unknown_and_the_next_attempt_finds_out() {
        try (var payments = payments()) {
            payments.pay("a", "warm", "1");
            var lost = proxy.swallowAnswerWith("COMMIT");
            assertThatThrownBy(() -> payments.pay("a", "k", "1")).isInstanceOf(OutcomeUnknownException.class);
            assertThat(lost).isDone();
            assertThat(payments.pay("a", "k", "1")).isInstanceOf(Outcome.Replay.class);
            assertThat(payments.effects()).isEqualTo(2);
        }
    }

    @Test
    void a_prepared_statement_on_an_open_connection_is_one_round_trip() throws Exception {
        try (var connection = through().connect();
                var statement = connection.prepareStatement("select ?")) {
            for (int i = 0; i < 10; i++) {
                var before = proxy.traffic();
                statement.setInt(1, i);
                statement.executeQuery().close();
                assertThat(proxy.traffic().since(before).roundTrips()).isEqualTo(1);
            }
        }
    }

    private Payments payments() {
        return new Payments(through(), Duration.ofSeconds(2), ProtocolObserver.NONE);
    }

    private Database through() {
        return new Database(proxy.through(database.jdbcUrl()), database.username(), database.password());
    }
}
