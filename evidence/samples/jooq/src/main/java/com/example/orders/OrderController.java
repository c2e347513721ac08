package com.example.orders;

import dev.once.core.IdempotencyKey;
import dev.once.core.web.OnceOperations;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    private final OrderService orders;
    private final OnceOperations once;

    OrderController(OrderService orders, OnceOperations once) {
        this.orders = orders;
        this.once = once;
    }

    @PostMapping("/orders")
    ResponseEntity<?> place(@RequestHeader("X-Tenant") String tenant, IdempotencyKey key, @RequestBody NewOrder order) {
        return once.operation("orders").scope(tenant).key(key).request(order)
                .created(() -> orders.place(tenant, order));
    }
}
