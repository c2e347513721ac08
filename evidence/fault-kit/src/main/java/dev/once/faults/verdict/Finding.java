package dev.once.faults.verdict;

/**
 * One damage that was found.
 *
 * @param count how many effects, sends or answers show it
 * @param what the sentence that says it, without its full stop
 */
public record Finding(Damage damage, long count, String what) {

    @Override
    public String toString() {
        return damage.label() + ": " + what;
    }
}
