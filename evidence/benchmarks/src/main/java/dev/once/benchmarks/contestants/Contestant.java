package dev.once.benchmarks.contestants;

import java.util.ArrayList;
import java.util.List;

/** A way of doing one piece of work once: claim a key and insert one business row; or notice that it was done. */
public abstract class Contestant {

    public enum Answer {
        DID_IT,
        WAS_DONE,
        TRY_LATER
    }

    /** What a contestant does beside telling that a key was there before. */
    public record Traits(
            String library,
            boolean atomic,
            boolean fingerprint,
            boolean storedAnswer,
            boolean boundedWait,
            boolean healsAfterCrash) {}

    private final String name;
    private final Traits traits;
    private final String effects;

    /** @param effects where its business rows are */
    Contestant(String name, Traits traits, String effects) {
        this.name = name;
        this.traits = traits;
        this.effects = effects;
    }

    public String name() {
        return name;
    }

    public Traits traits() {
        return traits;
    }

    public String effects() {
        return effects;
    }

    /** False for the one that does every repeat again. */
    public boolean notices() {
        return true;
    }

    public abstract Answer attempt(Key key) throws Exception;

    /** Keys that are done, just now and by this contestant. */
    public List<Key> doneKeys(int count) throws Exception {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Key key = Key.fresh();
            attempt(key);
            keys.add(key);
        }
        return keys;
    }
}
