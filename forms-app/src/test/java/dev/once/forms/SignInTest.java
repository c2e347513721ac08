package dev.once.forms;

import static dev.once.forms.Person.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Reads;
import dev.once.faults.Hammer;
import java.net.HttpCookie;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.session.jdbc.config.annotation.SpringSessionDataSource;
import org.springframework.test.context.TestPropertySource;

// Its own application: it plays with the clock, and counts attempts.
@FormsTest
@TestPropertySource(properties = "once.forms.sign-in-attempts=5")
@ExtendWith(OutputCaptureExtension.class)
class SignInTest {

    @LocalServerPort
    int port;

    @Autowired
    Reads reads;

    @Autowired
    ShiftingClock clock;

    @Autowired
    @SpringSessionDataSource
    DataSource sessions;

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
    void whoever_has_not_signed_in_makes_us_store_nothing() throws Exception {
        long before = sessions();
        for (String path :
                new String[] {"/sign-in", "/", "/invoices", "/sign-in?error", "/nothing-here", "/invoices/new"}) {
            new Person(port).follow(new Person(port).get(path));
        }
        assertThat(place("alice@acme.test", "wrong")).endsWith("?error");
        new Person(port).post("/sign-in", Map.of("email", "a@b.test", "password", "x"));
        new Person(port).post("/invoices", Map.of("title", "x", "idempotencyKey", "x", "seal", "x"));
        assertThat(sessions()).isEqualTo(before);
    }

    @Test
    void a_session_begins_with_the_sign_in_and_leads_to_where_they_were_going() throws Exception {
        Person alice = new Person(port);
        assertThat(location(alice.get("/customers?q=1"))).isEqualTo("/sign-in");
        assertThat(alice.cookies()).noneMatch(cookie -> cookie.getName().equals("once-forms"));
        HttpResponse<String> signedIn = alice.signIn("Alice@Acme.test ", "demo");
        assertThat(signedIn.headers().firstValue("Location")).hasValue("/customers?q=1");
        assertThat(session(alice).isHttpOnly()).isTrue();
        assertThat(signedIn.headers().allValues("Set-Cookie")).anyMatch(cookie -> cookie.contains("SameSite=Lax"));
        assertThat(alice.get("/invoices").statusCode()).isEqualTo(200);
        assertThat(reads.query("select count(*) from forms.spring_session where principal_name = 'alice@acme.test'")
                        .count())
                .isPositive();
    }

    @Test
    void a_form_that_is_cut_anywhere_gets_a_4xx_or_nothing_and_no_page_of_log(CapturedOutput log) throws Exception {
        for (String path : new String[] {"/sign-in", "/invoices"}) {
            String body = "email=alice%40acme.test&password=demo&_csrf=x";
            String request = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length() + "\r\n\r\n"
                    + body;
            for (int cut = request.indexOf("\r\n\r\n") + 4; cut < request.length(); cut += 3) {
                String answer = raw(request.substring(0, cut));
                assertThat(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"))
                        .as("cut after %d: %s", cut, answer)
                        .isTrue();
            }
        }
        assertThat(log).doesNotContain("\tat ", "ERROR");
    }

    @Test
    void a_query_that_cannot_be_decoded_is_one_without_that_parameter(CapturedOutput log) throws Exception {
        for (String query : new String[] {"%", "error=%ZZ", "a=%C0%AF&wait", "%=%"}) {
            // Named a form, as some programs do with every request: a GET has none.
            for (String type : new String[] {"", "Content-Type: application/x-www-form-urlencoded\r\n"}) {
                assertThat(raw("GET /sign-in?" + query + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + type
                                + "\r\n"))
                        .as("%s %s", query, type)
                        .startsWith("HTTP/1.1 200");
            }
        }
        assertThat(log).doesNotContain("\tat ", "ERROR");
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
    void a_request_that_changes_nothing_writes_nothing_and_one_that_comes_later_prolongs_the_session()
            throws Exception {
        Person alice = Person.signedIn(port, "alice@acme.test");
        alice.get("/invoices");
        String id = new String(Base64.getDecoder().decode(session(alice).getValue()), StandardCharsets.UTF_8);
        String written = ofSession("xmin", id);
        alice.get("/invoices");
        alice.get("/customers");
        assertThat(ofSession("xmin", id)).isEqualTo(written);

        JdbcClient.create(sessions)
                .sql(
                        "update forms.spring_session set last_access_time = last_access_time - 3000000 where session_id = ?")
                .param(id)
                .update();
        String seen = ofSession("last_access_time", id);
        String ends = ofSession("expiry_time", id);
        alice.get("/invoices");
        assertThat(Long.parseLong(ofSession("last_access_time", id))).isGreaterThan(Long.parseLong(seen) + 2_900_000);
        assertThat(Long.parseLong(ofSession("expiry_time", id))).isGreaterThan(Long.parseLong(ends));
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

    private long sessions() {
        return reads.query("select count(*) from forms.spring_session").count();
    }

    private String ofSession(String column, String id) {
        return reads.query("select cast(" + column + " as text) from forms.spring_session where session_id = :id")
                .param("id", id)
                .single((row, i) -> row.getString(1));
    }

    private String raw(String request) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
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
