package com.example.shop;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.orm.ObjectOptimisticLockingFailureException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class OrderService {

    private final OrderRepository orders;
    private final ApplicationEventPublisher events;

    OrderService(OrderRepository orders, ApplicationEventPublisher events) {
        this.orders = orders;
        this.events = events;
    }

    @Transactional
    public PlacedOrder place(String tenant, NewOrder wanted) {
        Order order = new Order(tenant);
        wanted.items().forEach(item -> order.add(item.product(), item.pieces()));
        orders.save(order);
        events.publishEvent(new OrderPlaced(tenant, order.id()));
        return PlacedOrder.of(order);
    }

    /** Only who has seen the order as it is now may cancel it. */
    @Transactional
    public void cancel(long id, long version) {
        Order order = orders.findById(id).orElseThrow();
        if (order.version() != version) {
            throw new ObjectOptimisticLockingFailureException(Order.class, id);
        }
        order.cancel();
    }
}
