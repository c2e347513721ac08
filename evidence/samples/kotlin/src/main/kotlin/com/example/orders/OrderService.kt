package com.example.orders

import org.springframework.jdbc.core.simple.JdbcClient
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional

data class NewOrder(val item: String, val pieces: Int, val note: String?)

data class Order(val id: Long, val item: String, val pieces: Int)

@Service
class OrderService(private val jdbc: JdbcClient) {

    @Transactional
    fun place(tenant: String, order: NewOrder): Order {
        val id = jdbc.sql("insert into orders (tenant, item, pieces) values (?, ?, ?) returning id")
            .params(tenant, order.item, order.pieces)
            .query(Long::class.java)
            .single()
        return Order(id, order.item, order.pieces)
    }

    @Transactional
    fun cancel(tenant: String, id: Long) {
        jdbc.sql("delete from orders where tenant = ? and id = ?").params(tenant, id).update()
    }
}
