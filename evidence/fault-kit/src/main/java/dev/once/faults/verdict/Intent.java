package dev.once.faults.verdict;

/**
 * Something that a sender wants done once, however often it sends it.
 *
 * @param request what is asked for, where the same key is used for different requests; otherwise empty
 */
public record Intent(String surface, String scope, String key, String request) {

    public Intent(String surface, String scope, String key) {
        this(surface, scope, key, "");
    }

    @Override
    public String toString() {
        return surface + " " + scope + "/" + key + (request.isEmpty() ? "" : " (" + request + ")");
    }
}
