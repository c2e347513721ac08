package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.jdbc.Sql;
import org.springframework.transaction.annotation.Transactional;

/** Each test is rolled back. */
@SpringBootTest
@Transactional
class OrderServiceTest implements TestDatabase {

    @Autowired
    private OrderService orders;

    @Autowired
    private JdbcClient jdbc;

    @Test
    @Sql(statements = "insert into stock (item, pieces) values ('cocoa', 3)")
    void an_order_takes_its_pieces_out_of_the_stock() {
        assertThat(orders.place("acme", new NewOrder("cocoa", 2)).id()).isPositive();
        assertThat(pieces("cocoa")).isEqualTo(1);
    }

    @Test
    @Sql(statements = "insert into stock (item, pieces) values ('cocoa', 3)")
    void more_than_there_is_cannot_be_ordered() {
        assertThatThrownBy(() -> orders.place("acme", new NewOrder("cocoa", 4)))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    private int pieces(String item) {
        return jdbc.sql("select pieces from stock where item = ?")
                .param(item)
                .query(Integer.class)
                .single();
    }
}
