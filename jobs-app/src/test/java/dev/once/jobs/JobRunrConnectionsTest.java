package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.jobs.provenance.Run;
import java.util.List;
import javax.sql.DataSource;
import org.jobrunr.storage.JobRunrMetadata;
import org.jobrunr.storage.StorageProvider;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;

class JobRunrConnectionsTest extends StepsTestBase {

    @Autowired
    StorageProvider jobRunr;

    @Autowired
    DataSource ours;

    @Autowired
    @Qualifier("jobRunrDataSource")
    DataSource jobRunrs;

    @Test
    void jobrunr_has_connections_of_its_own() {
        assertThat(ours).isNotSameAs(jobRunrs);
        Run run = newRun("statement.requested", "{}");
        Integer pid = attempt(run).step("pid", Integer.class, claim -> claim.sql("select pg_backend_pid()")
                .query(Integer.class)
                .single());
        List<Integer> jobRunrPids = reads.query(
                        "select pid from pg_stat_activity where application_name = 'jobrunr' and datname = current_database()")
                .list((row, i) -> row.getInt(1));

        assertThat(jobRunrPids).isNotEmpty().doesNotContain(pid);
    }

    @Test
    void what_jobrunr_writes_beside_a_claim_neither_ends_it_nor_ends_with_it() {
        Run run = newRun("statement.requested", "{}");

        assertThatThrownBy(() -> attempt(run).step("torn", String.class, claim -> {
                    jobRunr.saveMetadata(new JobRunrMetadata("beside", "claim", "stays"));
                    claim.sql("select 1").query(Integer.class).single();
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");

        assertThat(jobRunr.getMetadata("beside", "claim").getValue()).isEqualTo("stays");
        assertThat(surface.finished(run, "torn", String.class)).isEmpty();
    }
}
