package dev.once.web;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts sign-ins by user and address, and by address alone. In memory, so that a storm of guesses is not a storm of writes:
 * every instance counts for itself, and a restart forgets. A try is counted before the password is looked at, so that a
 * burst of guesses cannot slip through together. A user is never locked for all addresses: that would let anybody lock them out.
 */
public final class SignInAttempts {

    private static final Logger log = LoggerFactory.getLogger(SignInAttempts.class);
    private static final int REMEMBERED = 20_000;
    private static final int USERS_OF_AN_ADDRESS = 10;

    private record Tries(Instant since, int count) {}

    private final Map<String, Tries> tries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
            return size() > REMEMBERED;
        }
    };

    private final int most;
    private final Duration window;
    private final Clock clock;

    public SignInAttempts(int most, Duration window, Clock clock) {
        this.most = most;
        this.window = window;
        this.clock = clock;
    }

    Duration window() {
        return window;
    }

    /** False if there were too many; then nobody should look at the password. */
    synchronized boolean begin(String user, String address) {
        return take(address, most * USERS_OF_AN_ADDRESS) && take(pair(user, address), most);
    }

    synchronized void succeeded(String user, String address) {
        tries.remove(pair(user, address));
        tries.computeIfPresent(
                address, (who, seen) -> seen.count() <= 1 ? null : new Tries(seen.since(), seen.count() - 1));
    }

    private boolean take(String who, int limit) {
        Instant now = clock.instant();
        Tries seen = tries.get(who);
        if (seen == null || seen.since().plus(window).isBefore(now)) {
            seen = new Tries(now, 0);
        }
        if (seen.count() == limit) {
            log.warn(
                    "too many sign-ins, no more are looked at before {}: {}",
                    seen.since().plus(window),
                    who);
        }
        // One more than the limit, so that a storm of refusals is one line.
        tries.put(who, new Tries(seen.since(), Math.min(seen.count(), limit) + 1));
        return seen.count() < limit;
    }

    private static String pair(String user, String address) {
        return address + " " + user;
    }
}
