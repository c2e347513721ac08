package dev.once.api.surface;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.ApiTest;
import dev.once.api.Caller.Answered;
import dev.once.faults.Hammer;
import org.junit.jupiter.api.Test;

class CustomersTest extends ApiTest {

    private static String customer(String email, String name) {
        return "{\"email\":\"%s\",\"name\":\"%s\"}".formatted(email, name);
    }

    @Test
    void a_customer_is_created_once_and_found_after() {
        Answered first = acme.send("POST", "/api/customers", customer("ada@example.com", "Ada"));
        assertThat(first.status()).isEqualTo(201);
        Answered again = acme.send("POST", "/api/customers", customer("ADA@example.com", "Ada"));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(acme.get(first.header("Location")).body()).isEqualTo(first.body());
    }

    @Test
    void an_address_with_other_data_is_a_conflict() {
        acme.send("POST", "/api/customers", customer("bob@example.com", "Bob"));
        Answered differs = acme.send("POST", "/api/customers", customer("bob@example.com", "Robert"));
        assertThat(differs.status()).isEqualTo(409);
        assertThat(differs.problem()).isEqualTo("customer-differs");
        assertThat(acme.send("POST", "/api/customers", customer("bob@example.com", "Bob"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void each_client_has_customers_of_its_own() {
        Answered ours = acme.send("POST", "/api/customers", customer("eve@example.com", "Eve"));
        Answered theirs = globex.send("POST", "/api/customers", customer("eve@example.com", "Eva"));
        assertThat(theirs.status()).isEqualTo(201);
        assertThat(globex.get(ours.header("Location")).status()).isEqualTo(404);
    }

    @Test
    void of_racing_requests_one_creates_and_all_get_the_same_customer() {
        var answers = Hammer.of(20)
                .strike(i -> acme.send("POST", "/api/customers", customer("race@example.com", "Race")))
                .answersOfAll();
        assertThat(answers).extracting(Answered::status).containsOnlyOnce(201).containsOnly(200, 201);
        assertThat(answers)
                .extracting(Answered::body)
                .containsOnly(answers.get(0).body());
    }

    @Test
    void what_is_no_customer_is_refused() {
        Answered refused = acme.send("POST", "/api/customers", customer("no address", ""));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().get("errors").findValuesAsText("pointer")).containsExactly("#/email", "#/name");
    }
}
