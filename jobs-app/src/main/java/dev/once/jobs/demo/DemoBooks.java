package dev.once.jobs.demo;

import dev.once.core.UniqueWrite;
import dev.once.core.Writes;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Three accounts with half a year of entries. An entry's reference is a natural key, so every start may bring them. */
@Component
@Profile("demo")
class DemoBooks implements ApplicationRunner {

    private static final String ADD =
            """
            insert into jobs.account_entries (account, reference, booked_on, description, amount_cents)
            values (:account, :reference, :booked, :description, :amount)
            on conflict (account, reference) do nothing
            """;

    private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
    private static final int MONTHS = 6;

    private record Entry(String what, int day, long cents) {}

    private static final List<Entry> EVERY_MONTH = List.of(
            new Entry("Subscription", 1, 2900),
            new Entry("Storage", 9, 450),
            new Entry("Messages", 17, 1275),
            new Entry("Credit for an outage", 23, -325));

    private final Writes writes;

    DemoBooks(Writes writes) {
        this.writes = writes;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        writes.unique(DemoBooks::add, () -> Optional.of(0));
    }

    private static Optional<Integer> add(UniqueWrite write) {
        int added = 0;
        for (String account : List.of("acme", "globex", "initech")) {
            for (int month = 0; month < MONTHS; month++) {
                for (Entry entry : EVERY_MONTH) {
                    LocalDate day = FIRST.plusMonths(month).plusDays(entry.day() - 1L);
                    added += write.sql(ADD)
                            .param("account", account)
                            .param("reference", day + " " + entry.what())
                            .param("booked", day)
                            .param("description", entry.what())
                            .param("amount", entry.cents() + account.length() * 100L)
                            .update();
                }
            }
        }
        return Optional.of(added);
    }
}
