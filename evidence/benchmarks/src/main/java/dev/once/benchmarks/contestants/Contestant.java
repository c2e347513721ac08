package dev.once.benchmarks.contestants;

import java.util.ArrayList;
import java.util.List;

/** A way of doing one piece of work once: claim a key and insert one business row; or notice that it was done. */
public interface Contestant {

    enum Answer {
        DID_IT,
        WAS_DONE,
        TRY_LATER
    }

    /** What a contestant does beside telling that a key was there before. */
    record Traits(
            String library,
            boolean atomic,
            boolean fingerprint,
            boolean storedAnswer,
            boolean boundedWait,
            boolean healsAfterCrash) {}

    String name();

    Traits traits();

    /** False for the one that does every repeat again. */
    default boolean notices() {
        return true;
    }

    Answer attempt(Key key) throws Exception;

    /** Where this contestant's business rows are. */
    String effects();

    /** Keys that are done, just now and by this contestant. */
    default List<Key> doneKeys(int count) throws Exception {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Key key = Key.fresh();
            attempt(key);
            keys.add(key);
        }
        return keys;
    }
}
