package com.example.shop;

import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.web.OnceOperation;
import dev.once.core.web.OnceOperations;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Orders as a part of something larger: all of it is kept, or nothing. */
@Service
public class BasketService {

    private final OrderService orders;
    private final OnceOperation basketOrders;

    BasketService(OrderService orders, OnceOperations once) {
        this.orders = orders;
        this.basketOrders = once.operation("basket_orders", Ledger.Builder::joining);
    }

    @Transactional
    public ResponseEntity<?> checkOut(String tenant, IdempotencyKey key, NewOrder order, Runnable whatFollows) {
        ResponseEntity<?> placed = basketOrders.scope(tenant).key(key).request(order)
                .created(() -> orders.place(tenant, order));
        whatFollows.run();
        return placed;
    }
}
