package dev.once.jobs.runtime;

import dev.once.core.outbox.OutboxHandler;
import dev.once.jobs.work.InvoiceJob;
import dev.once.jobs.work.StatementJob;
import dev.once.jobs.work.WelcomeJob;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which consequences become which jobs. */
@Configuration(proxyBeanMethods = false)
class Topics {

    /** From here: an account's month was asked for. */
    @Bean
    OutboxHandler statementRequested(StatementJob job, RunStates states, JobQueue queue) {
        return new TopicToJob(job, states, queue);
    }

    /** From webhooks: a provider told us of a new customer. */
    @Bean
    OutboxHandler emailWelcome(WelcomeJob job, RunStates states, JobQueue queue) {
        return new TopicToJob(job, states, queue);
    }

    /** From forms and the public API. */
    @Bean
    OutboxHandler invoiceCreated(InvoiceJob job, RunStates states, JobQueue queue) {
        return new TopicToJob(job, states, queue);
    }
}
