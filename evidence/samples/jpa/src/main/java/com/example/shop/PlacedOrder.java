package com.example.shop;

/** What callers see of an order. */
public record PlacedOrder(long id, long version, int lines) {

    static PlacedOrder of(Order order) {
        return new PlacedOrder(order.id(), order.version(), order.lines().size());
    }
}
