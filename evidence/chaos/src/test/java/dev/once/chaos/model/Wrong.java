package dev.once.chaos.model;

import static dev.once.chaos.model.Explorer.Damage.DOUBLED;
import static dev.once.chaos.model.Explorer.Damage.LOST;
import static dev.once.chaos.model.Explorer.Damage.STUCK;
import static dev.once.chaos.model.Explorer.Damage.WRONG_ANSWER;

import dev.once.chaos.model.Explorer.Damage;
import dev.once.chaos.model.World.Answer;
import dev.once.chaos.model.World.Effect;
import dev.once.chaos.model.World.Move;
import dev.once.chaos.model.World.Row;
import dev.once.chaos.model.World.Transaction;
import dev.once.chaos.model.World.Worker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Other protocols, each with the damage that some order of steps must bring out. */
enum Wrong {
    CHECK_THEN_INSERT(DOUBLED, new Steps() {
        @Override
        List<Move> at(String place, World world, int who) {
            return switch (place) {
                case "start" -> world.row() == null ? go("looks", world, who, "looked") : replay(world, who);
                case "looked" -> go("works", world.happens(world.newEffect(who)), who, "worked");
                default -> done(world.with(row(world, who)), who);
            };
        }
    }),

    CHECK_THEN_INSERT_IN_A_TRANSACTION(DOUBLED, new Steps() {
        @Override
        List<Move> at(String place, World world, int who) {
            return switch (place) {
                case "start" -> world.row() == null ? go("looks", world, who, "looked") : replay(world, who);
                case "looked" -> {
                    Effect effect = world.newEffect(who);
                    Row row = new Row(world.worker(who).fingerprint(), effect, false);
                    yield go(
                            "works",
                            world.change(who, it -> it.with(new Transaction(row, List.of(effect)))),
                            who,
                            "worked");
                }
                default -> done(world.commits(who), who);
            };
        }
    }),

    /** 'processing' is committed, then comes the work. */
    CLAIM_COMMITTED_BEFORE_THE_WORK(STUCK, new Steps() {
        @Override
        List<Move> at(String place, World world, int who) {
            Row row = world.row();
            return switch (place) {
                case "start" ->
                    row == null
                            ? go(
                                    "claims",
                                    world.with(new Row(world.worker(who).fingerprint(), null, false)),
                                    who,
                                    "claimed")
                            : row.result() == null ? hear(Answer.IN_FLIGHT, world, who) : replay(world, who);
                case "claimed" -> go("works", world.happens(world.newEffect(who)), who, "worked");
                default -> done(world.with(row(world, who)), who);
            };
        }
    }),

    /** The same, but whoever finds the claim says yes: it is done, or will be. */
    CLAIM_COMMITTED_AND_BELIEVED(LOST, new Steps() {
        @Override
        List<Move> at(String place, World world, int who) {
            return switch (place) {
                case "start" ->
                    world.row() == null
                            ? go(
                                    "claims",
                                    world.with(new Row(world.worker(who).fingerprint(), null, false)),
                                    who,
                                    "claimed")
                            : replay(world, who);
                case "claimed" -> go("works", world.happens(world.newEffect(who)), who, "worked");
                default -> done(world.with(row(world, who)), who);
            };
        }
    }),

    CLAIM_AFTER_THE_WORK(DOUBLED, new Steps() {
        @Override
        List<Move> at(String place, World world, int who) {
            return switch (place) {
                case "start" ->
                    world.row() == null
                            ? go("works", world.happens(world.newEffect(who)), who, "worked")
                            : replay(world, who);
                default -> done(world.row() == null ? world.with(row(world, who)) : world, who);
            };
        }
    }),

    /** The claim is in a transaction, and the work is in another one. */
    WORK_ON_ANOTHER_CONNECTION(DOUBLED, new Steps() {
        @Override
        List<Move> at(String place, World world, int who) {
            return switch (place) {
                case "start" -> {
                    if (world.row() != null) {
                        yield replay(world, who);
                    }
                    Row claim = new Row(world.worker(who).fingerprint(), null, false);
                    yield world.isHeldFor(who)
                            ? hear(Answer.IN_FLIGHT, world, who)
                            : go(
                                    "claims",
                                    world.change(who, it -> it.with(new Transaction(claim, List.of()))),
                                    who,
                                    "claimed");
                }
                case "claimed" -> go("works", world.happens(world.newEffect(who)), who, "worked");
                default -> done(world.rollsBack(who).with(row(world, who)), who);
            };
        }
    }),

    LOCK_WITH_A_TTL(DOUBLED, new Steps() {
        @Override
        List<Move> at(String place, World world, int who) {
            Row row = world.row();
            return switch (place) {
                case "start" ->
                    row == null || row.expired()
                            ? go(
                                    "locks",
                                    world.with(new Row(world.worker(who).fingerprint(), null, false)),
                                    who,
                                    "locked")
                            : row.result() == null ? hear(Answer.IN_FLIGHT, world, who) : replay(world, who);
                case "locked" -> go("works", world.happens(world.newEffect(who)), who, "worked");
                default -> done(world.with(row(world, who)), who);
            };
        }

        @Override
        public boolean expires(Row row) {
            return row.result() == null;
        }
    }),

    SET_IN_MEMORY(DOUBLED, new Steps() {
        @Override
        List<Move> at(String place, World world, int who) {
            return place.equals("start")
                    ? go("works", world.happens(world.newEffect(who)), who, "worked")
                    : done(world, who);
        }
    }),

    IN_FLIGHT_ANSWERED_YES(LOST, new Once() {
        @Override
        protected List<Move> whileWaiting(World world, int who) {
            return List.of(heard(world, who, new Answer(Answer.Kind.REPLAY, null)));
        }
    }),

    COMMIT_THAT_FAILED_ANSWERED_YES(LOST, new Once() {
        @Override
        protected Answer whenUnknown(World world, int who) {
            Transaction transaction = world.worker(who).transaction();
            return new Answer(
                    Answer.Kind.FIRST_RUN,
                    transaction == null ? null : transaction.effects().get(0));
        }
    }),

    /** An SQL error was swallowed: the commit returns, and there is nothing. */
    SWALLOWED_ERROR(LOST, new Once() {
        @Override
        protected List<Move> commits(World world, int who) {
            return List.of(goes("commits nothing", world.rollsBack(who), who, "committed"));
        }
    }),

    TAKE_OVER_WITHOUT_LOOKING_AGAIN(DOUBLED, new Once() {
        @Override
        protected boolean mayTakeOver(@Nullable Row row) {
            return row != null;
        }
    }),

    NO_FINGERPRINT(WRONG_ANSWER, new Once() {
        @Override
        protected Answer answerTo(Worker worker, Row row) {
            return new Answer(Answer.Kind.REPLAY, row.result());
        }
    }),

    /** Claims are deleted while their sender may still send. */
    RETENTION_UNDER_THE_HORIZON(DOUBLED, new Once() {
        @Override
        public List<Move> sweeps(World world) {
            return world.row() == null || world.isHeldFor(-1)
                    ? List.of()
                    : List.of(new Move("the sweep deletes a claim in use", world.with((Row) null)));
        }
    }),

    /** Looks for expired claims, then deletes what it saw, whatever has become of it. */
    SWEEP_IN_TWO_STEPS(DOUBLED, new Once() {
        @Override
        public List<Move> sweeps(World world) {
            Row row = world.row();
            if (world.sweeperLooked()) {
                return List.of(new Move(
                        "the sweep deletes what it saw", world.with((Row) null).sweeperLooks(false)));
            }
            return row != null && row.expired()
                    ? List.of(new Move("the sweep looks", world.sweeperLooks(true)))
                    : List.of();
        }
    });

    final Damage damage;
    final Protocol protocol;

    Wrong(Damage damage, Protocol protocol) {
        this.damage = damage;
        this.protocol = protocol;
    }

    /** Plain statements, one after the other. */
    private abstract static class Steps implements Protocol {

        abstract List<Move> at(String place, World world, int who);

        @Override
        public final List<Move> moves(World world, int who) {
            return at(world.worker(who).at(), world, who);
        }

        static Row row(World world, int who) {
            return new Row(world.worker(who).fingerprint(), own(world, who), false);
        }

        static Effect own(World world, int who) {
            return world.effects().stream()
                    .filter(effect -> effect.worker() == who)
                    .reduce((first, last) -> last)
                    .orElseThrow();
        }

        static List<Move> go(String words, World world, int who, String place) {
            return List.of(Once.goes(words, world, who, place));
        }

        static List<Move> hear(Answer answer, World world, int who) {
            return List.of(Once.heard(world, who, answer));
        }

        static List<Move> done(World world, int who) {
            return hear(new Answer(Answer.Kind.FIRST_RUN, own(world, who)), world, who);
        }

        static List<Move> replay(World world, int who) {
            Row row = world.row();
            return hear(new Answer(Answer.Kind.REPLAY, row == null ? null : row.result()), world, who);
        }
    }
}
