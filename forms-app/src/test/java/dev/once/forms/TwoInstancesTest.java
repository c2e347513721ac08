package dev.once.forms;

import static dev.once.forms.Person.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.Hammer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

@FormsTest
class TwoInstancesTest {

    @LocalServerPort
    int port;

    @Autowired
    JdbcConnectionDetails database;

    @Autowired
    FormsTest.Ledgers ledgers;

    @Test
    void a_second_instance_knows_who_is_signed_in_and_what_was_saved() throws Exception {
        try (var second = new SpringApplicationBuilder(FormsApplication.class)
                .profiles("demo")
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + database.getJdbcUrl(),
                        "--spring.datasource.username=" + database.getUsername(),
                        "--spring.datasource.password=" + database.getPassword())) {
            int otherPort =
                    ((ServletWebServerApplicationContext) second).getWebServer().getPort();
            Person here = Person.signedIn(port, "alice@acme.test");
            Person there = here.at(otherPort);
            Map<String, String> form = here.openForm();
            var places = Hammer.of(20).strike(i -> location((i % 2 == 0 ? here : there).post("/invoices", form)));

            assertThat(places.answersOfAll().stream().distinct()).hasSize(1);
            assertThat(ledgers.invoices(form)).isOne();
            assertThat(there.get(places.answers().get(0)).body()).contains("alice@acme.test", "Website");
        }
    }
}
