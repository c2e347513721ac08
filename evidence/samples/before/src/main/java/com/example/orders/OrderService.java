package com.example.orders;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class OrderService {

    private final JdbcClient jdbc;

    OrderService(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional
    public Order place(String tenant, NewOrder order) {
        long id = jdbc.sql("insert into orders (tenant, item, pieces) values (?, ?, ?) returning id")
                .params(tenant, order.item(), order.pieces())
                .query(Long.class)
                .single();
        jdbc.sql("update stock set pieces = pieces - ? where item = ?")
                .params(order.pieces(), order.item())
                .update();
        return new Order(id, order.item(), order.pieces());
    }
}
