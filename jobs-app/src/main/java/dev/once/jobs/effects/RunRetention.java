package dev.once.jobs.effects;

import dev.once.core.Idempotency;
import dev.once.core.retention.Sweep;
import dev.once.core.support.Intervals;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What was asked may be personal: the runs that are over go with their results. */
@Configuration(proxyBeanMethods = false)
class RunRetention {

    /** After its results, never before them; and a statement's run stays, since its month points to it. */
    private static final String OVER =
            """
            ended_at < statement_timestamp() - cast(:keep as interval) and (status = 'succeeded' or closed_at is not null)
              and kind <> 'statement.requested'
              and not exists (select 1 from jobs.job_results where job_results.run_id = swept.id)
            """;

    @Bean
    Sweep runsThatAreOver(Idempotency<String> idempotency) {
        return Sweep.of(
                "jobs.runs",
                OVER,
                Map.of("keep", Intervals.of(idempotency.ledger().keepFor())));
    }
}
