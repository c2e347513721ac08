package dev.once.forms;

import static dev.once.forms.Person.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Reads;
import dev.once.test.Hammer;
import java.net.HttpCookie;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

// Its own application: it plays with the clock, and counts attempts.
@FormsTest
@TestPropertySource(properties = "once.forms.sign-in-attempts=5")
class SignInTest {

    @LocalServerPort
    int port;

    @Autowired
    Reads reads;

    @Autowired
    ShiftingClock clock;

    @AfterEach
    void forget_the_attempts() {
        hours += 1;
        clock.aheadBy(Duration.ofHours(hours));
    }

    static int hours;

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/invoices", "/invoices/new", "/customers", "/invoices/0198c0de-0000-7000-8000-000000000000"
            })
    void strangers_are_asked_to_sign_in(String path) throws Exception {
        assertThat(location(new Person(port).get(path))).isEqualTo("/sign-in");
    }

    @Test
    void a_session_gets_a_new_id_when_somebody_signs_in() throws Exception {
        Person alice = new Person(port);
        alice.get("/sign-in");
        String before = session(alice).getValue();
        alice.signIn("Alice@Acme.test ", "demo");
        assertThat(session(alice).getValue()).isNotEqualTo(before);
        assertThat(session(alice).isHttpOnly()).isTrue();
        assertThat(alice.get("/invoices").statusCode()).isEqualTo(200);
        assertThat(reads.query("select count(*) from forms.spring_session where principal_name = 'alice@acme.test'")
                        .count())
                .isPositive();
    }

    @Test
    void passwords_are_hashed() {
        String hash = reads.query("select password_hash from forms.users where email = 'alice@acme.test'")
                .single((row, i) -> row.getString(1));
        assertThat(hash).startsWith("{bcrypt}$2");
    }

    @Test
    void pages_allow_no_inline_script_and_are_not_stored() throws Exception {
        Person alice = Person.signedIn(port, "alice@acme.test");
        for (String path : new String[] {"/sign-in?error", "/invoices", "/customers"}) {
            HttpResponse<String> page = alice.get(path);
            assertThat(page.headers().firstValue("Content-Security-Policy"))
                    .hasValueSatisfying(policy -> assertThat(policy)
                            .contains("default-src 'self'", "form-action 'self'")
                            .doesNotContain("unsafe"));
            assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(page.headers().allValues("Cache-Control").toString()).contains("no-store");
            assertThat(page.body()).doesNotContain("style=", "onclick", "<script>");
        }
    }

    @Test
    void a_post_without_the_sessions_token_changes_nothing() throws Exception {
        Person alice = Person.signedIn(port, "alice@acme.test");
        Map<String, String> form = alice.openForm();
        form.remove("seal");
        form.put("_csrf", "forged");
        assertThat(alice.post("/invoices", form).statusCode()).isEqualTo(403);
        assertThat(alice.post("/customers", Map.of("email", "x@y.test", "name", "x"))
                        .statusCode())
                .isEqualTo(403);
        form.remove("_csrf");
        assertThat(alice.post("/sign-out", form).statusCode()).isEqualTo(403);
        assertThat(location(new Person(port).post("/sign-in", Map.of("email", "a@b.test", "password", "x"))))
                .isEqualTo("/sign-in");
    }

    @Test
    void signing_out_ends_the_session() throws Exception {
        Person alice = Person.signedIn(port, "alice@acme.test");
        alice.post("/sign-out", alice.openForm());
        assertThat(location(alice.get("/invoices"))).isEqualTo("/sign-in");
    }

    @Test
    void the_sixth_wrong_password_is_not_looked_at_and_the_right_one_must_wait_too() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(place("bob@globex.test", "wrong")).endsWith("?error");
        }
        assertThat(place("bob@globex.test", "wrong")).endsWith("?wait");
        assertThat(place("bob@globex.test", "demo")).endsWith("?wait");
        assertThat(place("alice@acme.test", "demo")).as("others are not locked").doesNotContain("sign-in");
        hours += 1;
        clock.aheadBy(Duration.ofHours(hours));
        assertThat(place("bob@globex.test", "demo")).doesNotContain("sign-in");
    }

    @Test
    void a_burst_of_guesses_is_counted_before_any_is_looked_at() {
        var places = Hammer.of(20).strike(i -> place("nobody@acme.test", "guess " + i));
        assertThat(places.count(place -> place.endsWith("?error"))).isEqualTo(5);
        assertThat(places.count(place -> place.endsWith("?wait"))).isEqualTo(15);
    }

    @Test
    void one_address_cannot_try_one_password_on_everybody() throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThat(place("user" + i + "\u0000@acme.test", "demo")).endsWith("?error");
        }
        var places = Hammer.of(10).each(6).strike(i -> place("user" + i + "@acme.test", "demo"));
        assertThat(places.count(place -> place.endsWith("?error"))).isEqualTo(50);
        assertThat(places.count(place -> place.endsWith("?wait"))).isEqualTo(10);
    }

    private String place(String email, String password) throws Exception {
        return new Person(port)
                .signIn(email, password)
                .headers()
                .firstValue("Location")
                .orElse("");
    }

    private static HttpCookie session(Person person) {
        return person.cookies().stream()
                .filter(cookie -> cookie.getName().equals("once-forms"))
                .findFirst()
                .orElseThrow();
    }
}
