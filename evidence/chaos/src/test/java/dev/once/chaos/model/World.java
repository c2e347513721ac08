package dev.once.chaos.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One moment: what is committed about one key, what is not yet, where each attempt stands, and which misfortunes may still
 * happen. An epoch is the time in which a key means one thing: it ends when a key with an answer expires.
 */
record World(
        @Nullable Row row, List<Effect> effects, List<Worker> workers, Faults left, int epoch, boolean sweeperLooked) {

    /** A committed claim. Without a result it says only that somebody has begun. */
    record Row(int fingerprint, @Nullable Effect result, boolean expired) {}

    /** Something that happened in the business's tables, and who asked for it. */
    record Effect(int worker, int fingerprint, int epoch, int number) {}

    /** What a transaction would commit. One that holds a row makes others wait at it. */
    record Transaction(@Nullable Row row, List<Effect> effects) {}

    /** Misfortunes that may still happen. */
    record Faults(int crashes, int failures, int expiries, int sweeps, int retries) {

        static final Faults NONE = new Faults(0, 0, 0, 0, 0);
    }

    /** One attempt. A dead one's transaction stays open until the database notices. */
    record Worker(
            int fingerprint,
            String at,
            int rounds,
            int born,
            @Nullable Transaction transaction,
            @Nullable Answer answer,
            boolean dead) {

        Worker to(String place) {
            return new Worker(fingerprint, place, rounds, born, transaction, answer, dead);
        }

        Worker nextRound(String place) {
            return new Worker(fingerprint, place, rounds + 1, born, transaction, answer, dead);
        }

        Worker with(@Nullable Transaction other) {
            return new Worker(fingerprint, at, rounds, born, other, answer, dead);
        }

        Worker hears(Answer heard) {
            return new Worker(fingerprint, "end", rounds, born, null, heard, dead);
        }

        Worker dies() {
            return new Worker(fingerprint, "end", rounds, born, transaction, Answer.SILENCE, true);
        }

        boolean ended() {
            return answer != null;
        }
    }

    /** What the sender of an attempt hears. */
    record Answer(Kind kind, @Nullable Effect value) {

        enum Kind {
            FIRST_RUN,
            REPLAY,
            KEY_REUSED,
            IN_FLIGHT,
            FAILED,
            SILENCE
        }

        static final Answer SILENCE = new Answer(Kind.SILENCE, null);
        static final Answer FAILED = new Answer(Kind.FAILED, null);
        static final Answer IN_FLIGHT = new Answer(Kind.IN_FLIGHT, null);
        static final Answer KEY_REUSED = new Answer(Kind.KEY_REUSED, null);

        boolean acknowledges() {
            return kind == Kind.FIRST_RUN || kind == Kind.REPLAY;
        }
    }

    /** A step that may come next. */
    record Move(String words, World to) {}

    static World of(Faults faults, int... fingerprints) {
        List<Worker> workers = new ArrayList<>();
        for (int fingerprint : fingerprints) {
            workers.add(new Worker(fingerprint, "start", 0, 0, null, null, false));
        }
        return new World(null, List.of(), List.copyOf(workers), faults, 0, false);
    }

    Worker worker(int who) {
        return workers.get(who);
    }

    World change(int who, UnaryOperator<Worker> change) {
        List<Worker> changed = new ArrayList<>(workers);
        changed.set(who, change.apply(workers.get(who)));
        return new World(row, effects, List.copyOf(changed), left, epoch, sweeperLooked);
    }

    World join(int fingerprint) {
        List<Worker> more = new ArrayList<>(workers);
        more.add(new Worker(fingerprint, "start", 0, epoch, null, null, false));
        return new World(row, effects, List.copyOf(more), left, epoch, sweeperLooked);
    }

    World with(@Nullable Row other) {
        return new World(other, effects, workers, left, epoch, sweeperLooked);
    }

    World with(Faults others) {
        return new World(row, effects, workers, others, epoch, sweeperLooked);
    }

    World nextEpoch() {
        return new World(row, effects, workers, left, epoch + 1, sweeperLooked);
    }

    World sweeperLooks(boolean looked) {
        return new World(row, effects, workers, left, epoch, looked);
    }

    /** An effect that commits by itself. */
    World happens(Effect effect) {
        List<Effect> more = new ArrayList<>(effects);
        more.add(effect);
        return new World(row, List.copyOf(more), workers, left, epoch, sweeperLooked);
    }

    Effect newEffect(int who) {
        return new Effect(who, worker(who).fingerprint(), epoch, effects.size());
    }

    World commits(int who) {
        Transaction transaction = worker(who).transaction();
        World now = this;
        if (transaction != null) {
            for (Effect effect : transaction.effects()) {
                now = now.happens(effect);
            }
            if (transaction.row() != null) {
                now = now.with(transaction.row());
            }
        }
        return now.change(who, worker -> worker.with((Transaction) null));
    }

    World rollsBack(int who) {
        return change(who, worker -> worker.with((Transaction) null));
    }

    /** Somebody else has a row of this key in an open transaction. */
    boolean isHeldFor(int who) {
        for (int i = 0; i < workers.size(); i++) {
            Transaction transaction = workers.get(i).transaction();
            if (i != who && transaction != null && transaction.row() != null) {
                return true;
            }
        }
        return false;
    }

    boolean isQuiet() {
        return workers.stream().allMatch(worker -> worker.ended() && worker.transaction() == null);
    }
}
