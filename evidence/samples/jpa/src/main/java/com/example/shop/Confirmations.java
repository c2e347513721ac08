package com.example.shop;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/** Tells the customer, after the commit. */
@Component
public class Confirmations {

    private final Queue<OrderPlaced> sent = new ConcurrentLinkedQueue<>();

    @TransactionalEventListener
    void confirm(OrderPlaced placed) {
        sent.add(placed);
    }

    long sentTo(String tenant) {
        return sent.stream().filter(placed -> placed.tenant().equals(tenant)).count();
    }
}
