package dev.once.chaos.history;

import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.History;
import dev.once.faults.verdict.Intent;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import dev.once.migrations.Migrations;
import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Two instances of a variant of the showcase's lab: they die between statements, answers get lost, time passes. */
final class LabSurface implements Surface {

    /** What else the world does to them. */
    enum Trick {
        FORGERIES,
        TWO_TENANTS
    }

    private static final int ONE_IN = 15;

    private final History history;
    private final List<Trick> tricks;
    private final JdbcClient world;
    private final List<Variant> instances;

    LabSurface(History history, boolean fenced, List<Trick> tricks, Function<DataSource, List<Variant>> variant) {
        this.history = history;
        this.tricks = tricks;
        Database database = TestPostgres.shared().newDatabase();
        DataSource direct = new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
        Migrations.migrate(direct, List.of("core", "showcase"));
        this.world = JdbcClient.create(direct);
        DyingDataSource dying = new DyingDataSource(direct, fenced ? DatabaseDefaults.INIT_SQL : "select 1", ONE_IN);
        this.instances = variant.apply(dying);
        dying.beDeadly();
    }

    @Override
    public Intent intent(int number, SplittableRandom random) throws Exception {
        boolean shared = tricks.contains(Trick.TWO_TENANTS);
        Intent intent = new Intent(
                "lab", shared && number % 2 == 1 ? "globex" : "acme", "evt_" + (shared ? number / 2 : number));
        if (random.nextInt(4) == 0) {
            world.sql("insert into lab.audit_outages values (:event) on conflict do nothing")
                    .param("event", intent.key())
                    .update();
        }
        if (tricks.contains(Trick.FORGERIES) && random.nextInt(2) == 0) {
            history.forgerHears(intent, handled(Delivery.forged(intent.scope(), intent.key())));
        }
        return intent;
    }

    @Override
    public Heard send(Intent intent, int copy) throws Exception {
        Heard heard = handled(Delivery.of(intent.scope(), intent.key(), copy));
        world.sql("delete from lab.audit_outages where event = :event")
                .param("event", intent.key())
                .update();
        happensMeanwhile();
        return ThreadLocalRandom.current().nextInt(8) == 0 ? Heard.nothing() : heard;
    }

    private Heard handled(Delivery delivery) {
        int instance = ThreadLocalRandom.current().nextInt(instances.size());
        try {
            Answer answer = instances.get(instance).handle(delivery);
            return Heard.of(answer.status(), answer.text());
        } catch (DyingDataSource.Died silence) {
            return Heard.nothing();
        } catch (Exception e) {
            return Heard.later(500);
        }
    }

    private void happensMeanwhile() {
        if (ThreadLocalRandom.current().nextInt(20) == 0) {
            world.sql("update lab.locks set expires_at = expires_at - interval '10 minutes'")
                    .update();
        }
    }

    /** Three days pass, and the nightly sweeps run. */
    void threeDaysPass() throws Exception {
        world.sql("update lab.ledger set received_at = received_at - interval '3 days'")
                .update();
        world.sql("update lab.claims set claimed_at = claimed_at - interval '3 days'")
                .update();
        for (Variant instance : instances) {
            try {
                instance.sweep();
            } catch (DyingDataSource.Died tomorrowThen) {
                // A sweep may die like everything else.
            }
        }
    }

    @Override
    public Map<Intent, List<String>> effects() {
        Map<Intent, List<String>> effects = new HashMap<>();
        world.sql("select tenant, event, count(*) as payments from lab.payments group by tenant, event")
                .query(row -> {
                    effects.put(
                            new Intent("lab", row.getString("tenant"), row.getString("event")),
                            new ArrayList<>(Collections.nCopies(row.getInt("payments"), "")));
                });
        return effects;
    }
}
