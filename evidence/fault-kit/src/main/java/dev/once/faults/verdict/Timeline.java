package dev.once.faults.verdict;

import java.util.ArrayList;
import java.util.List;

/** Who did what when, written down while it happens. */
public final class Timeline {

    /** For what happens around the workers. */
    public static final int NOBODY = -1;

    private final long began = System.nanoTime();
    private final List<Step> steps = new ArrayList<>();

    public synchronized void add(int worker, Step.Kind kind, String words) {
        steps.add(new Step(worker, (System.nanoTime() - began) / 1000, words, kind));
    }

    public synchronized List<Step> steps() {
        return List.copyOf(steps);
    }
}
