package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.test.context.jdbc.Sql;
import org.springframework.test.context.transaction.TestTransaction;
import org.springframework.transaction.annotation.Transactional;

/** The service's own tests, older than the core: they also run without it, see the folder before. */
@SpringBootTest
@Transactional
class OrderServiceTest implements TestDatabase {

    private static final NewOrder TEA_AND_CUPS =
            new NewOrder(List.of(new NewOrder.Item("tea", 1), new NewOrder.Item("cup", 2)));

    @Autowired
    private OrderService orders;

    @Autowired
    private OrderRepository repository;

    @Autowired
    private Confirmations confirmations;

    @Autowired
    private EntityManager entities;

    @Test
    void an_order_is_stored_with_its_lines() {
        PlacedOrder placed = orders.place("lines", TEA_AND_CUPS);
        entities.flush();
        entities.clear();
        assertThat(repository.findById(placed.id()).orElseThrow().lines()).hasSize(2);
    }

    @Test
    void a_test_is_rolled_back_and_nobody_hears_of_it() {
        orders.place("rolled-back", TEA_AND_CUPS);
        TestTransaction.end();
        assertThat(repository.countByTenant("rolled-back")).isZero();
        assertThat(confirmations.sentTo("rolled-back")).isZero();
    }

    @Test
    void the_customer_hears_of_an_order_after_its_commit() {
        orders.place("committed", TEA_AND_CUPS);
        assertThat(confirmations.sentTo("committed")).isZero();
        TestTransaction.flagForCommit();
        TestTransaction.end();
        assertThat(confirmations.sentTo("committed")).isEqualTo(1);
    }

    @Test
    @Sql(statements = "insert into orders (id, version, tenant, state) values (-1, 3, 'sql', 'placed')")
    void who_has_seen_an_older_version_cannot_cancel() {
        assertThatThrownBy(() -> orders.cancel(-1, 2)).isInstanceOf(OptimisticLockingFailureException.class);
        orders.cancel(-1, 3);
        entities.flush();
        assertThat(repository.findById(-1L).orElseThrow().version()).isEqualTo(4);
    }
}
