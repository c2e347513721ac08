package dev.once.chaos.model;

import dev.once.chaos.model.World.Answer;
import dev.once.chaos.model.World.Effect;
import dev.once.chaos.model.World.Faults;
import dev.once.chaos.model.World.Move;
import dev.once.chaos.model.World.Row;
import dev.once.chaos.model.World.Worker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Goes to every world that can come about, nearest first, and says what damage is possible and how it happens. */
final class Explorer {

    enum Damage {
        /** Two effects for one meaning of the key. */
        DOUBLED,
        /** Somebody heard a yes, and there is nothing. */
        LOST,
        /** Somebody heard an answer that is not theirs. */
        WRONG_ANSWER,
        /** Everything is over, somebody tries again, and gets no answer that ends it. */
        STUCK
    }

    /** How many worlds there were, and the shortest way to each damage. */
    record Findings(int worlds, Map<Damage, List<String>> damages) {}

    private record Arrival(@Nullable World from, String by) {}

    private final Protocol protocol;
    private final Map<World, Arrival> seen = new HashMap<>();
    private final Deque<World> open = new ArrayDeque<>();
    private final Map<Damage, List<String>> damages = new EnumMap<>(Damage.class);

    private Explorer(Protocol protocol) {
        this.protocol = protocol;
    }

    static Findings explore(Protocol protocol, World start) {
        Explorer explorer = new Explorer(protocol);
        explorer.arrive(start, new Arrival(null, "start"));
        while (!explorer.open.isEmpty()) {
            World world = explorer.open.removeFirst();
            explorer.moves(world).forEach(move -> explorer.arrive(move.to(), new Arrival(world, move.words())));
        }
        return new Findings(explorer.seen.size(), explorer.damages);
    }

    private void arrive(World world, Arrival arrival) {
        if (seen.putIfAbsent(world, arrival) == null) {
            open.addLast(world);
            judge(world);
        }
    }

    private List<Move> moves(World world) {
        List<Move> moves = new ArrayList<>();
        for (int who = 0; who < world.workers().size(); who++) {
            Worker worker = world.worker(who);
            if (!worker.ended()) {
                moves.addAll(protocol.moves(world, who));
                moves.addAll(crash(world, who));
            } else if (worker.transaction() != null) {
                moves.add(new Move("the database notices that " + who + " is gone", world.rollsBack(who)));
            }
        }
        moves.addAll(timePasses(world));
        moves.addAll(sweep(world));
        if (world.isQuiet() && world.left().retries() > 0) {
            moves.add(new Move("the sender tries again", world.with(Faults.NONE).join(1)));
        }
        return moves;
    }

    private static List<Move> crash(World world, int who) {
        Faults left = world.left();
        if (left.crashes() == 0 || world.worker(who).at().equals("start")) {
            return List.of();
        }
        Faults fewer = new Faults(left.crashes() - 1, left.failures(), left.expiries(), left.sweeps(), left.retries());
        return List.of(new Move(who + " dies", world.with(fewer).change(who, Worker::dies)));
    }

    private List<Move> timePasses(World world) {
        Row row = world.row();
        Faults left = world.left();
        if (row == null || row.expired() || left.expiries() == 0 || !protocol.expires(row)) {
            return List.of();
        }
        Faults fewer = new Faults(left.crashes(), left.failures(), left.expiries() - 1, left.sweeps(), left.retries());
        World later = world.with(fewer).with(new Row(row.fingerprint(), row.result(), true));
        return List.of(new Move("the claim expires", row.result() == null ? later : later.nextEpoch()));
    }

    private List<Move> sweep(World world) {
        Faults left = world.left();
        if (left.sweeps() == 0) {
            return List.of();
        }
        Faults fewer = new Faults(left.crashes(), left.failures(), left.expiries(), left.sweeps() - 1, left.retries());
        return protocol.sweeps(world).stream()
                .map(move -> new Move(
                        move.words(),
                        move.to().sweeperLooked() ? move.to() : move.to().with(fewer)))
                .toList();
    }

    private void judge(World world) {
        for (Effect effect : world.effects()) {
            if (world.effects().stream().anyMatch(other -> !other.equals(effect) && other.epoch() == effect.epoch())) {
                found(Damage.DOUBLED, world);
            }
        }
        for (Worker worker : world.workers()) {
            Answer answer = worker.answer();
            if (answer != null) {
                judge(world, worker, answer);
            }
        }
        boolean everybodyStopped = moves(world).isEmpty();
        Answer last = world.workers().get(world.workers().size() - 1).answer();
        boolean settled = last != null && (last.acknowledges() || last.kind() == Answer.Kind.KEY_REUSED);
        if (everybodyStopped && !settled) {
            found(Damage.STUCK, world);
        }
    }

    private void judge(World world, Worker worker, Answer answer) {
        Effect value = answer.value();
        if (answer.acknowledges() && (value == null || !world.effects().contains(value))) {
            found(Damage.LOST, world);
        } else if (answer.acknowledges()
                && value != null
                && (value.fingerprint() != worker.fingerprint() || value.epoch() < worker.born())) {
            found(Damage.WRONG_ANSWER, world);
        } else if (answer.kind() == Answer.Kind.KEY_REUSED
                && world.effects().stream().noneMatch(effect -> effect.fingerprint() != worker.fingerprint())) {
            found(Damage.WRONG_ANSWER, world);
        }
    }

    private void found(Damage damage, World world) {
        if (!damages.containsKey(damage)) {
            damages.put(damage, wayTo(world));
        }
    }

    private List<String> wayTo(World world) {
        Deque<String> way = new ArrayDeque<>();
        for (World at = world; at != null; ) {
            Arrival arrival = seen.get(at);
            if (arrival == null) {
                break;
            }
            way.addFirst(arrival.by());
            at = arrival.from();
        }
        return List.copyOf(way);
    }
}
