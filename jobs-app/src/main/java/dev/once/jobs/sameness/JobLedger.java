package dev.once.jobs.sameness;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Stored;
import dev.once.core.retention.EffectTable;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where finished steps are written down, with their output. */
@Configuration(proxyBeanMethods = false)
class JobLedger {

    /** A job that JobRunr still knows may be run again: 36 hours until it is deleted, 72 until it is forgotten. */
    private static final Duration RUNTIME_REMEMBERS = Duration.ofHours(108);

    /** A failed run may be started again at any time until somebody has closed it. */
    private static final String RUN_IS_OVER =
            """
            exists (select 1 from jobs.runs
              where runs.id = run_id and (runs.status = 'succeeded' or runs.closed_at is not null)
              and runs.ended_at < statement_timestamp() - interval '108 hours')
            """;

    @Bean
    Idempotency<String> idempotency(Idempotencies idempotencies) {
        return idempotencies.of(Ledger.named("jobs")
                .table("jobs.job_results")
                .scope("run_id", "uuid")
                .key("step")
                .fingerprint("fingerprint")
                .waitAtMost(Duration.ofSeconds(1))
                .keepFor(Duration.ofDays(30))
                .neverLessThan(RUNTIME_REMEMBERS)
                .sweptOnlyWhen(RUN_IS_OVER)
                .storing(Stored.text("output")));
    }

    @Bean
    EffectTable statementEffects(Idempotency<String> idempotency) {
        return EffectTable.of(idempotency, "jobs.statements", "run_id", "step");
    }

    @Bean
    EffectTable chargeEffects(Idempotency<String> idempotency) {
        return EffectTable.of(idempotency, "jobs.charges", "run_id", "step");
    }

    @Bean
    EffectTable emailEffects(Idempotency<String> idempotency) {
        return EffectTable.of(idempotency, "jobs.emails", "run_id", "step");
    }
}
