package dev.once.faults.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Who did what when, written down while it happens. */
public final class Timeline {

    /** For what happens around the workers. */
    public static final int NOBODY = -1;

    private final Supplier<String> database;
    private final long began = System.nanoTime();
    private final List<Step> steps = new ArrayList<>();

    /** Without a look at the database. */
    public Timeline() {
        this(() -> "");
    }

    /** @param database what everybody can see there at that moment, in a few words */
    public Timeline(Supplier<String> database) {
        this.database = database;
    }

    public synchronized void add(int worker, Step.Kind kind, String words) {
        steps.add(new Step(worker, (System.nanoTime() - began) / 1000, words, kind, database.get()));
    }

    public synchronized List<Step> steps() {
        return List.copyOf(steps);
    }
}
