package dev.once.chaos.model;

import dev.once.chaos.model.World.Answer;
import dev.once.chaos.model.World.Effect;
import dev.once.chaos.model.World.Move;
import dev.once.chaos.model.World.Row;
import dev.once.chaos.model.World.Transaction;
import dev.once.chaos.model.World.Worker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of {@code dev.once.core.Idempotency}, step by step. Where PostgreSQL may do one thing or another (wait for a
 * row that is being taken over, or lose to its old version), both are tried. The protected methods are what the broken
 * variants get wrong.
 */
class Once implements Protocol {

    private static final int ROUNDS = 5;

    @Override
    public List<Move> moves(World world, int who) {
        return switch (world.worker(who).at()) {
            case "start" -> start(world, who);
            case "claim" -> claim(world, who);
            case "claimed" -> work(world, who);
            case "worked" -> commit(world, who);
            case "committed" -> List.of(heard(world, who, new Answer(Answer.Kind.FIRST_RUN, own(world, who))));
            case "lost" -> read(world, who);
            case "expired" -> takeOver(world, who);
            default -> List.of();
        };
    }

    /** A process that has seen the key reads first. */
    private List<Move> start(World world, int who) {
        Row row = world.row();
        Move claims = goes("will claim", world, who, "claim");
        return row != null && !row.expired() && row.result() != null
                ? List.of(claims, heard(world, who, answerTo(world.worker(who), row)))
                : List.of(claims);
    }

    private List<Move> claim(World world, int who) {
        List<Move> moves = new ArrayList<>();
        if (world.row() != null) {
            moves.add(goes("loses the claim", world, who, "lost"));
        }
        if (world.isHeldFor(who)) {
            moves.addAll(whileWaiting(world, who));
        } else if (world.row() == null) {
            moves.add(new Move(who + " claims", begun(world, who)));
        }
        return moves;
    }

    private List<Move> work(World world, int who) {
        Worker worker = world.worker(who);
        Effect effect = world.newEffect(who);
        Row row = new Row(worker.fingerprint(), effect, false);
        World worked = world.change(
                who, it -> it.with(new Transaction(row, List.of(effect))).to("worked"));
        List<Move> moves = new ArrayList<>(List.of(new Move(who + " works", worked)));
        World.Faults left = world.left();
        if (left.failures() > 0) {
            World fewer = world.with(new World.Faults(
                    left.crashes(), left.failures() - 1, left.expiries(), left.sweeps(), left.retries()));
            moves.add(new Move(who + "'s work fails", fewer.rollsBack(who).change(who, it -> it.hears(Answer.FAILED))));
        }
        return moves;
    }

    /** The connection may be lost during the commit: done or not, the attempt cannot know. */
    private List<Move> commit(World world, int who) {
        List<Move> moves = new ArrayList<>(commits(world, who));
        if (world.left().failures() > 0) {
            moves.add(heard(world.commits(who), who, whenUnknown(world, who)));
            moves.add(heard(world.rollsBack(who), who, whenUnknown(world, who)));
        }
        return moves;
    }

    private List<Move> read(World world, int who) {
        Row row = world.row();
        if (row == null) {
            return List.of(again(world, who));
        }
        return row.expired()
                ? List.of(goes("finds it expired", world, who, "expired"))
                : List.of(heard(world, who, answerTo(world.worker(who), row)));
    }

    private List<Move> takeOver(World world, int who) {
        if (world.isHeldFor(who)) {
            return whileWaiting(world, who);
        }
        return mayTakeOver(world.row())
                ? List.of(new Move(who + " takes the key over", begun(world, who)))
                : List.of(again(world, who));
    }

    protected List<Move> commits(World world, int who) {
        return List.of(new Move(who + " commits", world.commits(who).change(who, it -> it.to("committed"))));
    }

    protected Answer whenUnknown(World world, int who) {
        return Answer.FAILED;
    }

    protected List<Move> whileWaiting(World world, int who) {
        return List.of(heard(world, who, Answer.IN_FLIGHT));
    }

    protected boolean mayTakeOver(@Nullable Row row) {
        return row != null && row.expired();
    }

    protected Answer answerTo(Worker worker, Row row) {
        return row.fingerprint() == worker.fingerprint()
                ? new Answer(Answer.Kind.REPLAY, row.result())
                : Answer.KEY_REUSED;
    }

    private static World begun(World world, int who) {
        Row row = new Row(world.worker(who).fingerprint(), null, false);
        return world.change(who, it -> it.with(new Transaction(row, List.of())).to("claimed"));
    }

    private static @Nullable Effect own(World world, int who) {
        return world.effects().stream()
                .filter(effect -> effect.worker() == who)
                .reduce((first, last) -> last)
                .orElse(null);
    }

    private static Move again(World world, int who) {
        return world.worker(who).rounds() < ROUNDS
                ? new Move(who + " starts again", world.change(who, it -> it.nextRound("claim")))
                : heard(world, who, Answer.FAILED);
    }

    static Move goes(String words, World world, int who, String place) {
        return new Move(who + " " + words, world.change(who, it -> it.to(place)));
    }

    static Move heard(World world, int who, Answer answer) {
        return new Move(who + " hears " + answer.kind(), world.change(who, it -> it.hears(answer)));
    }
}
