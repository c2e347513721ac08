package com.example.orders

import dev.once.core.IdempotencyKey
import dev.once.core.Ledger
import dev.once.core.web.OnceOperations
import java.net.URI
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.DeleteMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestHeader
import org.springframework.web.bind.annotation.RestController

@RestController
class OrderController(private val orders: OrderService, private val once: OnceOperations) {

    private val returns = once.operation("returns", Ledger.Builder::joining)

    @PostMapping("/orders")
    fun place(@RequestHeader("X-Tenant") tenant: String, key: IdempotencyKey, @RequestBody order: NewOrder) =
        once.operation("orders").scope(tenant).key(key).request(order)
            .created { orders.place(tenant, order) }

    @DeleteMapping("/orders/{id}")
    fun cancel(@RequestHeader("X-Tenant") tenant: String, key: IdempotencyKey, @PathVariable id: Long) =
        once.operation("cancellations").scope(tenant).key(key).request(id)
            .noContent { orders.cancel(tenant, id) }

    /** With the claim itself, and a part of the request that may be null. */
    @PostMapping("/returns")
    fun giveBack(@RequestHeader("X-Tenant") tenant: String, key: IdempotencyKey, @RequestBody order: NewOrder) =
        returns.scope(tenant).key(key).request(order.item, order.note)
            .answer { claim ->
                val id = claim.sql("insert into orders (tenant, item, pieces) values (:tenant, :item, -1) returning id")
                    .param("tenant", claim.attempt().scope().value())
                    .param("item", order.item)
                    .query(Long::class.java)
                    .single()
                ResponseEntity.created(URI.create("/orders/$id")).build<Any>()
            }
}
