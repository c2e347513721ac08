package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.jobs.TestVendor.Call;
import dev.once.jobs.TestVendor.Fate;
import dev.once.jobs.provenance.Run;
import dev.once.jobs.surface.JobRun;
import dev.once.jobs.surface.OutcomeUnknownToUsException;
import dev.once.jobs.surface.RunFailedException;
import dev.once.jobs.vendor.VendorSilentException;
import dev.once.jobs.work.StatementJob;
import dev.once.jobs.work.WelcomeJob;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class VendorStepTest extends StepsTestBase {

    private static final String CHARGES = "select count(*) from jobs.charges where run_id = :run";
    private static final String EMAILS = "select count(*) from jobs.emails where run_id = :run";

    @Autowired
    WelcomeJob welcome;

    @Autowired
    StatementJob statement;

    @Test
    void a_run_charges_and_notifies_once_however_often_it_is_tried() {
        Run run = newCustomer("often");

        welcome.run(attempt(run));
        welcome.run(attempt(run));
        welcome.run(attempt(run));

        assertThat(VENDOR.calls("charges", "often")).hasSize(1);
        assertThat(VENDOR.calls("emails", "often")).hasSize(1);
        assertThat(count(CHARGES, run.id())).isEqualTo(1);
        assertThat(count(EMAILS, run.id())).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 409, 425, 429, 500, 502, 503, 504})
    void a_status_that_tells_nothing_is_asked_again_with_the_same_key(int status) {
        String customer = "status-" + status;
        Run run = newCustomer(customer);
        VENDOR.mood((kind, key, calls) -> calls == 1 ? new Fate.Status(status) : new Fate.Answer());

        assertThatThrownBy(() -> welcome.run(attempt(run))).isInstanceOf(VendorSilentException.class);
        assertThatThrownBy(() -> welcome.run(attempt(run))).isInstanceOf(VendorSilentException.class);
        welcome.run(attempt(run));

        assertSameKey(VENDOR.calls("charges", customer), 2);
        assertSameKey(VENDOR.calls("emails", customer), 2);
        assertThat(count(CHARGES, run.id())).isEqualTo(1);
    }

    @Test
    void a_dropped_answer_is_asked_again_with_the_same_key_and_charged_once() {
        Run run = newCustomer("dropped");
        int before = VENDOR.done("charges");
        VENDOR.mood((kind, key, calls) -> calls == 1 && kind.equals("charges") ? new Fate.Drop() : new Fate.Answer());

        assertThatThrownBy(() -> welcome.run(attempt(run))).isInstanceOf(VendorSilentException.class);
        welcome.run(attempt(run));

        assertSameKey(VENDOR.calls("charges", "dropped"), 2);
        assertThat(VENDOR.done("charges") - before).isEqualTo(1);
        assertThat(count(CHARGES, run.id())).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 400, 401, 402, 403, 404, 422})
    void other_refusals_are_final_and_say_so(int status) {
        Run run = newCustomer("refused-" + status);
        VENDOR.mood((kind, key, calls) -> new Fate.Status(status));

        assertThatThrownBy(() -> welcome.run(attempt(run)))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("charge")
                .hasMessageContaining(String.valueOf(status));
        assertThat(count(CHARGES, run.id())).isZero();
    }

    @Test
    void a_changed_secret_and_another_release_ask_with_the_recorded_key_and_body() {
        Run run = newCustomer("reconfigured");
        VENDOR.mood((kind, key, calls) -> new Fate.Status(500));
        assertThatThrownBy(() -> welcome.run(attempt(run))).isInstanceOf(VendorSilentException.class);
        VENDOR.inAGoodMood();

        try (ConfigurableApplicationContext other = new SpringApplicationBuilder(JobsApplication.class)
                .profiles("demo")
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + DATABASE.jdbcUrl(),
                        "--spring.datasource.username=" + DATABASE.username(),
                        "--spring.datasource.password=" + DATABASE.password(),
                        "--jobrunr.background-job-server.enabled=false",
                        "--jobrunr.dashboard.enabled=false",
                        "--once.outbox.enabled=false",
                        "--once.jobs.vendor-url=" + VENDOR.url(),
                        "--once.jobs.vendor-secret=rotated",
                        "--once.jobs.currency=USD",
                        "--once.jobs.activation-fee-cents=900")) {
            JobRun retried = new JobRun(
                    run,
                    other.getBean(dev.once.jobs.surface.JobSurface.class),
                    other.getBean(dev.once.jobs.surface.VendorStep.class),
                    outputs);
            other.getBean(WelcomeJob.class).run(retried);
        }

        List<Call> calls = VENDOR.calls("charges", "reconfigured");
        assertSameKey(calls, 2);
        assertThat(calls).extracting(Call::token).containsExactly("Bearer demo-vendor-token", "Bearer rotated");
        assertThat(calls.get(1).body()).isEqualTo(calls.get(0).body());
    }

    @Test
    void past_the_vendors_memory_nobody_asks_blind() throws SQLException {
        Run run = silentlyAskedTwoDaysAgo("forgotten");

        assertThatThrownBy(() -> welcome.run(attempt(run)))
                .isInstanceOf(OutcomeUnknownToUsException.class)
                .hasMessageContaining("23 hours");
        assertThatThrownBy(() -> welcome.run(attempt(run))).isInstanceOf(OutcomeUnknownToUsException.class);

        assertThat(VENDOR.calls("charges", "forgotten")).hasSize(1);
    }

    @Test
    void what_an_operator_found_at_the_vendor_is_recorded_and_the_run_goes_on() throws SQLException {
        Run run = silentlyAskedTwoDaysAgo("found");

        assertThat(vendors.lookedUp(run, "charge", "ch_found_there")).isTrue();
        welcome.run(attempt(run));

        assertThat(VENDOR.calls("charges", "found")).hasSize(1);
        String reference = reads.query("select vendor_reference from jobs.charges where run_id = :run")
                .param("run", run.id())
                .single((row, i) -> row.getString(1));
        assertThat(reference).isEqualTo("ch_found_there");
        assertThat(VENDOR.calls("emails", "found")).hasSize(1);
    }

    @Test
    void what_an_operator_did_not_find_is_asked_for_under_a_new_key() throws SQLException {
        Run run = silentlyAskedTwoDaysAgo("lost");

        assertThat(vendors.lookedUp(run, "charge", null)).isTrue();
        welcome.run(attempt(run));
        welcome.run(attempt(run));

        assertThat(VENDOR.calls("charges", "lost"))
                .hasSize(2)
                .extracting(Call::key)
                .doesNotHaveDuplicates();
        assertThat(count(CHARGES, run.id())).isEqualTo(1);
    }

    @Test
    void a_call_that_the_vendor_still_remembers_needs_no_operator() {
        Run run = newCustomer("fresh");
        VENDOR.mood((kind, key, calls) -> new Fate.Status(500));
        assertThatThrownBy(() -> welcome.run(attempt(run))).isInstanceOf(VendorSilentException.class);

        assertThat(vendors.lookedUp(run, "charge", "ch_1")).isFalse();
        assertThat(vendors.lookedUp(run, "nonsense", "ch_1")).isFalse();
    }

    @Test
    void nothing_due_is_not_charged_and_still_said() {
        Run run = newRun("statement.requested", "{\"account\":\"nobody\",\"month\":\"2026-01\"}");

        statement.run(attempt(run));

        assertThat(VENDOR.calls("charges", "nobody")).isEmpty();
        assertThat(VENDOR.calls("emails", "nobody")).hasSize(1);
    }

    @Test
    void without_an_address_the_customer_is_the_addressee() {
        Run run = newRun(
                "email.welcome",
                "{\"provider\":\"stripe\",\"eventId\":\"evt_1\",\"customer\":\"cus_1\",\"email\":\"a@example.com\"}");
        Run bare = newRun("email.welcome", "{\"provider\":\"stripe\",\"eventId\":\"evt_2\",\"customer\":\"cus_2\"}");

        welcome.run(attempt(run));
        welcome.run(attempt(bare));

        assertThat(VENDOR.calls("emails", "a@example.com")).hasSize(1);
        assertThat(VENDOR.calls("emails", "cus_2")).hasSize(1);
    }

    @Test
    void a_message_that_lacks_what_is_needed_fails_and_says_what() {
        Run run = newRun("email.welcome", "{\"provider\":\"stripe\"}");

        assertThatThrownBy(() -> welcome.run(attempt(run)))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("it names no customer");
    }

    private Run newCustomer(String name) {
        return newRun("email.welcome", "{\"customer\":\"" + name + "\"}");
    }

    private Run silentlyAskedTwoDaysAgo(String customer) throws SQLException {
        Run run = newCustomer(customer);
        VENDOR.mood((kind, key, calls) -> new Fate.Drop());
        assertThatThrownBy(() -> welcome.run(attempt(run))).isInstanceOf(VendorSilentException.class);
        VENDOR.inAGoodMood();
        direct("update jobs.job_results set created_at = created_at - interval '2 days' where run_id = '" + run.id()
                + "'");
        return run;
    }

    private static void assertSameKey(List<Call> calls, int expected) {
        assertThat(calls).hasSize(expected);
        assertThat(calls).extracting(Call::key).containsOnly(calls.get(0).key());
    }
}
