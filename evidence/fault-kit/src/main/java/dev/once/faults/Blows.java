package dev.once.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What came of all blows of a {@link Hammer}, in the order of their numbers. */
public record Blows<T>(List<Landed<T>> all) {

    public Blows {
        all = List.copyOf(all);
    }

    /** The answers of those that did not fail. */
    public List<T> answers() {
        var answers = new ArrayList<T>(all.size());
        for (var landed : all) {
            T answer = landed.answer();
            if (answer != null) {
                answers.add(answer);
            }
        }
        return answers;
    }

    public List<Throwable> failures() {
        return failed().toList();
    }

    public long count(Predicate<? super T> matching) {
        return answers().stream().filter(matching).count();
    }

    public Duration slowest() {
        return all.stream().map(Landed::took).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** The answers, after making sure that nobody failed. */
    public List<T> answersOfAll() {
        var failures = failures();
        if (failures.isEmpty()) {
            return answers();
        }
        var error = new AssertionError(
                "%d of %d blows failed, the first with %s".formatted(failures.size(), all.size(), failures.get(0)));
        failures.forEach(error::addSuppressed);
        throw error;
    }

    private Stream<Throwable> failed() {
        return all.stream().map(Landed::failure).filter(Objects::nonNull).map(Objects::requireNonNull);
    }
}
