package com.example.shop;

import dev.once.core.IdempotencyKey;
import dev.once.core.web.OnceOperations;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
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

    @PostMapping("/orders/{id}/cancellation")
    ResponseEntity<?> cancel(
            @PathVariable long id,
            @RequestParam long version,
            @RequestHeader("X-Tenant") String tenant,
            IdempotencyKey key) {
        return once.operation("cancellations").scope(tenant).key(key).request(id, version)
                .noContent(() -> orders.cancel(id, version));
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.PRECONDITION_FAILED)
    void changedMeanwhile(OptimisticLockingFailureException e) {}
}
