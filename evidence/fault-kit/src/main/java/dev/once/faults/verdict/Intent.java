package dev.once.faults.verdict;

/** Something that a sender wants done once, however often it sends it. */
public record Intent(String surface, String scope, String key) {

    @Override
    public String toString() {
        return surface + " " + scope + "/" + key;
    }
}
