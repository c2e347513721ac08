package dev.once.forms.sameness;

import dev.once.core.RepeatableWrite;
import java.util.function.Function;

/** All that a controller needs whose changes may be done twice: the second lands where the first did. */
@FunctionalInterface
public interface Repeatable {

    <T> T run(Function<RepeatableWrite, T> work);
}
