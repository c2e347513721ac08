package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Claim;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;

/** A part of the work that may fail takes back exactly its own writes. */
class PartsTest {

    private final Lab lab = Lab.open();
    private final Idempotency<String> idempotency =
            Lab.on(lab.poolWithoutFence(2)).of(Lab.answers());

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void an_outer_part_that_fails_takes_back_what_stood_before_and_behind_an_inner_one() {
        idempotency.once(Lab.attempt("key"), claim -> {
            write(claim, "before");
            try {
                claim.orRollBack(() -> {
                    write(claim, "outer");
                    claim.orRollBack(() -> write(claim, "inner"));
                    write(claim, "behind");
                    throw new IllegalStateException("the outer one fails");
                });
            } catch (IllegalStateException expected) {
                // Only the part is lost.
            }
            return write(claim, "after");
        });
        assertThat(lab.effects("before") + lab.effects("after")).isEqualTo(2);
        assertThat(lab.number("select count(*) from lab.effects")).isEqualTo(2);
    }

    @Test
    void an_inner_part_that_fails_takes_back_only_itself() {
        idempotency.once(
                Lab.attempt("key"),
                claim -> claim.orRollBack(() -> {
                    write(claim, "outer");
                    assertThatThrownBy(() -> claim.orRollBack(() -> {
                                write(claim, "inner");
                                return claim.sql("insert into lab.nowhere values (1)")
                                        .update();
                            }))
                            .isInstanceOf(DataAccessException.class);
                    return write(claim, "behind");
                }));
        assertThat(lab.effects("outer") + lab.effects("behind")).isEqualTo(2);
        assertThat(lab.effects("inner")).isZero();
    }

    /** To any depth, failing by themselves or by the database, in any order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_tree_of_parts_keeps_what_did_not_fail_and_leaves_no_subtransaction_open(long seed) {
        List<String> kept = new ArrayList<>();

        idempotency.once(Lab.attempt("key"), claim -> {
            grow(claim, new Random(seed), 0, kept);
            kept.add(write(claim, "last"));
            return isOfTheTransactionItself(claim, "last");
        });

        assertThat(kept).allSatisfy(name -> assertThat(lab.effects(name)).isEqualTo(1));
        assertThat(lab.number("select count(*) from lab.effects")).isEqualTo(kept.size());
        assertThat(lab.number("select count(*) from lab.answers where answer = 'true'"))
                .isEqualTo(1);
    }

    private static void grow(Claim claim, Random random, int depth, List<String> kept) {
        for (int i = 0; i < 4; i++) {
            kept.add(write(claim, UUID.randomUUID().toString()));
            if (depth == 4 || random.nextInt(3) == 0) {
                continue;
            }
            List<String> ofThePart = new ArrayList<>();
            String end = List.of("returns", "throws", "breaks").get(random.nextInt(3));
            try {
                claim.orRollBack(() -> {
                    grow(claim, random, depth + 1, ofThePart);
                    if (end.equals("breaks")) {
                        claim.sql("select 1 / 0").query(Integer.class).single();
                    }
                    if (end.equals("throws")) {
                        throw new IllegalStateException("too bad");
                    }
                    return end;
                });
                kept.addAll(ofThePart);
            } catch (DataAccessException | IllegalStateException e) {
                assertThat(end).isNotEqualTo("returns");
            }
        }
    }

    @Test
    void three_thousand_parts_leave_no_subtransaction_open() {
        idempotency.once(Lab.attempt("key"), claim -> {
            for (int i = 0; i < 3000; i++) {
                claim.orRollBack(
                        () -> claim.sql("select 1").query(Integer.class).single());
            }
            write(claim, "last");
            return isOfTheTransactionItself(claim, "last");
        });
        assertThat(lab.number("select count(*) from lab.answers where answer = 'true'"))
                .isEqualTo(1);
    }

    @Test
    void a_part_that_swallows_a_database_error_fails_and_the_rest_may_go_on() {
        Outcome<String> outcome = idempotency.once(Lab.attempt("key"), claim -> {
            assertThatThrownBy(() -> claim.orRollBack(() -> {
                        write(claim, "part");
                        try {
                            claim.sql("insert into lab.nowhere values (1)").update();
                        } catch (DataAccessException swallowed) {
                            // What people do.
                        }
                        return "fine";
                    }))
                    .hasMessageContaining("swallowed a database error");
            return write(claim, "after");
        });
        assertThat(outcome).isInstanceOf(Outcome.FirstRun.class);
        assertThat(lab.effects("part")).isZero();
        assertThat(lab.effects("after")).isEqualTo(1);
    }

    /** A savepoint that is still open is the innermost subtransaction, so the row would be its own. */
    private static String isOfTheTransactionItself(Claim claim, String name) {
        return claim.sql(
                        "select (xmin = pg_current_xact_id()::xid)::text from lab.effects where idempotency_key = :name")
                .param("name", name)
                .query(String.class)
                .single();
    }

    private static String write(Claim claim, String name) {
        claim.sql("insert into lab.effects (scope, idempotency_key) values ('acme', :name)")
                .param("name", name)
                .update();
        return name;
    }
}
