package com.example.orders;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import org.jooq.DSLContext;
import org.jooq.Field;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class OrderService {

    private static final Field<Long> ID = field("id", Long.class);
    private static final Field<String> TENANT = field("tenant", String.class);
    private static final Field<String> ITEM = field("item", String.class);
    private static final Field<Integer> PIECES = field("pieces", Integer.class);

    private final DSLContext dsl;

    OrderService(DSLContext dsl) {
        this.dsl = dsl;
    }

    @Transactional
    public Order place(String tenant, NewOrder order) {
        long id = dsl.insertInto(table("orders"), TENANT, ITEM, PIECES)
                .values(tenant, order.item(), order.pieces())
                .returningResult(ID)
                .fetchSingle()
                .value1();
        dsl.update(table("stock"))
                .set(PIECES, PIECES.minus(order.pieces()))
                .where(ITEM.eq(order.item()))
                .execute();
        return new Order(id, order.item(), order.pieces());
    }
}
