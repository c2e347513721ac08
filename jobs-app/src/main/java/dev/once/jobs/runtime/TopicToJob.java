package dev.once.jobs.runtime;

import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxMessage;
import dev.once.jobs.surface.JobEffects;

/** A committed consequence becomes a job of the same id; the message is marked when the runtime has it, not before. */
final class TopicToJob implements OutboxHandler {

    private final JobEffects job;
    private final RunStates states;
    private final JobQueue queue;

    TopicToJob(JobEffects job, RunStates states, JobQueue queue) {
        this.job = job;
        this.states = states;
        this.queue = queue;
    }

    @Override
    public String topic() {
        return job.topic();
    }

    @Override
    public void handle(OutboxMessage message) {
        boolean isNew = states.opened(message.id(), message.topic(), message.payload());
        // The runtime forgets an id some days after its end; a run that is over is never begun again.
        if (isNew || !states.isOver(message.id())) {
            queue.enqueue(message.id(), message.topic());
        }
    }
}
