package dev.once.core.outbox;

/** What is done with the messages of one topic. It runs outside any transaction and may run twice for one message. */
public interface OutboxHandler {

    String topic();

    /** Returning means done; throwing means later, and after many times: parked for an operator. */
    void handle(OutboxMessage message) throws Exception;
}
