package dev.once.proof;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

/** Waiting for what the database itself says, never for a while. */
final class Waits {

    static void untilSomebodyWaitsForALock(Lab lab) {
        until(
                lab,
                "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
                1);
    }

    static void until(Lab lab, String sql, long expected) {
        until(lab, sql, expected, Duration.ofSeconds(20));
    }

    static void until(Lab lab, String sql, long expected, Duration deadline) {
        await().atMost(deadline).pollInterval(Duration.ofMillis(10)).until(() -> lab.number(sql) == expected);
    }

    private Waits() {}
}
