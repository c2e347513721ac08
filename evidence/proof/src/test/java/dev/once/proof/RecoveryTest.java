package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;

/** A server in recovery cannot write for a while: that is 'try again', and what it has stored it still tells. */
class RecoveryTest {

    private final StandbyServer server = new StandbyServer();
    private final Lab lab = Lab.open(server.newDatabase());

    @AfterEach
    void close() {
        lab.close();
        server.close();
    }

    @Test
    void new_keys_are_told_to_try_again_known_ones_are_replayed_and_a_promotion_heals_it() throws Exception {
        lab.instance().of(Lab.answers()).once(Lab.attempt("known"), Lab::effect);
        server.demote();
        Idempotencies core = Lab.on(lab.poolWithoutFence(2));
        Idempotency<String> idempotency = core.of(Lab.answers());

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("new"), Lab::effect))
                .isInstanceOf(TransientDataAccessResourceException.class)
                .hasMessageContaining("in recovery");
        assertThatThrownBy(() -> core.writes().repeatable(write -> write.sql("delete from lab.effects")
                        .update()))
                .isInstanceOf(TransientDataAccessResourceException.class)
                .hasMessageContaining("in recovery");
        assertThat(idempotency.answered(Lab.attempt("known"))).contains(new Outcome.Replay<>("done known"));

        server.promote();
        assertThat(idempotency.once(Lab.attempt("new"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(lab.effects("known") + lab.effects("new")).isEqualTo(2);
    }
}
