package dev.once.forms;

import static dev.once.forms.Person.location;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;

@FormsTest
class SessionEndedTest {

    @LocalServerPort
    int port;

    @Autowired
    FormsTest.Ledgers ledgers;

    @Autowired
    FindByIndexNameSessionRepository<? extends Session> sessions;

    Person alice;
    Map<String, String> form;

    @BeforeEach
    void type_and_let_the_session_end() throws Exception {
        alice = Person.signedIn(port, "alice@acme.test");
        form = alice.openForm();
        form.put("title", "Typed with care");
        sessions.findByPrincipalName("alice@acme.test").keySet().forEach(sessions::deleteById);
    }

    @Test
    void the_same_user_gets_the_form_back_filled_with_its_key_and_not_submitted() throws Exception {
        assertThat(location(alice.post("/invoices", form))).isEqualTo("/sign-in");
        HttpResponse<String> signedIn = alice.signIn("alice@acme.test", "demo");
        assertThat(location(signedIn)).isEqualTo("/invoices/new/" + form.get("idempotencyKey"));
        HttpResponse<String> page = alice.follow(signedIn);

        assertThat(page.body()).contains("Typed with care", "value=\"Design\"", "signed out in the meantime");
        Map<String, String> hidden = Person.hidden(page.body());
        assertThat(hidden).containsEntry("idempotencyKey", form.get("idempotencyKey"));
        assertThat(ledgers.claims(form)).isZero();
        assertThat(alice.follow(signedIn).body()).as("a reload keeps it").contains("Typed with care");

        form.putAll(hidden);
        String invoice = location(alice.post("/invoices", form));
        assertThat(location(alice.post("/invoices", form))).isEqualTo(invoice);
        assertThat(ledgers.invoices(form)).isOne();
    }

    @Test
    void two_tabs_lose_nothing() throws Exception {
        Person again = Person.signedIn(port, "alice@acme.test");
        Map<String, String> second = again.openForm();
        second.put("title", "The other tab");
        alice.post("/invoices", form);
        alice.post("/invoices", second);
        alice.signIn("alice@acme.test", "demo");
        assertThat(alice.get("/invoices/new/" + form.get("idempotencyKey")).body())
                .contains("Typed with care");
        assertThat(alice.get("/invoices/new/" + second.get("idempotencyKey")).body())
                .contains("The other tab");
    }

    @Test
    void another_user_does_not_get_what_was_typed() throws Exception {
        alice.post("/invoices", form);
        HttpResponse<String> bobs = alice.signIn("bob@globex.test", "demo");
        assertThat(location(bobs)).isEqualTo("/invoices");
        assertThat(alice.get("/invoices/new/" + form.get("idempotencyKey")).body())
                .doesNotContain("Typed with care");

        Map<String, String> forged = new LinkedHashMap<>(form);
        forged.putAll(Map.of("_csrf", alice.openForm().get("_csrf")));
        assertThat(alice.post("/invoices", forged).statusCode()).isEqualTo(403);
        assertThat(ledgers.invoices(form)).isZero();
    }

    @Test
    void a_sign_in_in_another_tab_loses_nothing_either() throws Exception {
        alice.signIn("alice@acme.test", "demo");
        HttpResponse<String> stale = alice.post("/invoices", form);
        assertThat(location(stale)).isEqualTo("/invoices/new/" + form.get("idempotencyKey"));
        assertThat(alice.follow(stale).body()).contains("Typed with care");
        assertThat(ledgers.claims(form)).isZero();
    }

    @Test
    void a_row_added_after_the_end_loses_nothing() throws Exception {
        form.put("addLine", "1");
        assertThat(location(alice.post("/invoices/new/" + form.get("idempotencyKey"), form)))
                .isEqualTo("/sign-in");
        assertThat(alice.follow(alice.signIn("alice@acme.test", "demo")).body()).contains("Typed with care");
    }

    @Test
    void nothing_is_kept_for_a_form_that_we_did_not_render() throws Exception {
        Person stranger = new Person(port);
        form.put("seal", "forged");
        assertThat(location(stranger.post("/invoices", form))).isEqualTo("/sign-in");
        assertThat(location(stranger.signIn("alice@acme.test", "demo"))).isEqualTo("/invoices");
    }

    @Test
    void signing_in_keeps_the_key_of_an_opened_form() throws Exception {
        String place = "/invoices/new/" + form.get("idempotencyKey");
        assertThat(location(alice.get(place))).isEqualTo("/sign-in");
        assertThat(location(alice.signIn("alice@acme.test", "demo"))).isEqualTo(place);
    }
}
