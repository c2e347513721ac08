package dev.once.faults;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How one blow of a {@link Hammer} ended: with an answer or with a failure, and after how long. */
public record Landed<T>(int number, @Nullable T answer, @Nullable Throwable failure, Duration took) {}
