package com.example.orders

import dev.once.localpostgres.TestPostgres
import dev.once.test.IdempotencyContract
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.web.server.LocalServerPort
import org.springframework.jdbc.core.simple.JdbcClient
import org.springframework.test.context.DynamicPropertyRegistry
import org.springframework.test.context.DynamicPropertySource

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OrdersTest : IdempotencyContract() {

    @LocalServerPort
    private var port = 0

    @Autowired
    private lateinit var jdbc: JdbcClient

    private val http = HttpClient.newHttpClient()

    override fun send(key: String, payload: String) = answer("/orders", "acme", key, payload)

    override fun sendFromAnotherScope(key: String, payload: String) = answer("/orders", "globex", key, payload)

    override fun sendWithoutKey(payload: String) = answer("/orders", "acme", null, payload)

    override fun effects(): Long = jdbc.sql("select count(*) from orders").query(Long::class.java).single()

    override fun payload() = """{"item":"tea","pieces":1}"""

    override fun otherPayload() = """{"item":"coffee","pieces":1}"""

    @Test
    fun `a return is repeated with its location`() {
        val first = post("/returns", "acme", "return-1", payload())
        val again = post("/returns", "acme", "return-1", payload())
        assertThat(first.statusCode()).isEqualTo(201)
        assertThat(first.headers().firstValue("Location").orElse("")).startsWith("/orders/")
        assertThat(again.headers().firstValue("Location")).isEqualTo(first.headers().firstValue("Location"))
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true")
    }

    private fun answer(path: String, tenant: String, key: String?, payload: String): Answer {
        val answer = post(path, tenant, key, payload)
        return Answer(answer.statusCode(), answer.body())
    }

    private fun post(path: String, tenant: String, key: String?, payload: String): HttpResponse<String> {
        val request = HttpRequest.newBuilder(URI.create("http://localhost:$port$path"))
            .header("X-Tenant", tenant)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(payload))
        key?.let { request.header("Idempotency-Key", it) }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString())
    }

    companion object {

        @JvmStatic
        @DynamicPropertySource
        fun database(properties: DynamicPropertyRegistry) {
            val database = TestPostgres.shared().newDatabase()
            properties.add("spring.datasource.url", database::jdbcUrl)
            properties.add("spring.datasource.username", database::username)
            properties.add("spring.datasource.password", database::password)
            properties.add("spring.datasource.hikari.schema") { "public" }
        }
    }
}
