package dev.once.forms;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** The real time, or so much later. */
public final class ShiftingClock extends Clock {

    private final AtomicReference<Duration> ahead;
    private final ZoneId zone;

    ShiftingClock() {
        this(new AtomicReference<>(Duration.ZERO), ZoneOffset.UTC);
    }

    private ShiftingClock(AtomicReference<Duration> ahead, ZoneId zone) {
        this.ahead = ahead;
        this.zone = zone;
    }

    public void aheadBy(Duration time) {
        ahead.set(time);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead.get());
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new ShiftingClock(ahead, other);
    }
}
