package dev.once.forms.sameness;

import dev.once.core.UniqueWrite;
import dev.once.core.Writes.Created;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** All that a controller needs whose rows have a natural unique name: doing it twice finds the first one's row. */
@FunctionalInterface
public interface Unique {

    <T> Created<T> orExisting(Function<UniqueWrite, Optional<T>> insert, Supplier<Optional<T>> existing);
}
