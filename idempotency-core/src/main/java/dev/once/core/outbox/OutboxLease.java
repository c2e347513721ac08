package dev.once.core.outbox;

/** A message that a relay may handle for as long as the table still has this number and these attempts. */
record OutboxLease(OutboxMessage message, long number) {

    OutboxLease started() {
        return new OutboxLease(
                new OutboxMessage(
                        message.id(),
                        message.topic(),
                        message.payload(),
                        message.scope(),
                        message.key(),
                        message.attempts() + 1),
                number);
    }
}
