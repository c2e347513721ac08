package com.example.shop;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The controller before there was an idempotency key. */
@RestController
class UnprotectedOrderController {

    private final OrderService orders;

    UnprotectedOrderController(OrderService orders) {
        this.orders = orders;
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    PlacedOrder place(@RequestHeader("X-Tenant") String tenant, @RequestBody NewOrder order) {
        return orders.place(tenant, order);
    }
}
