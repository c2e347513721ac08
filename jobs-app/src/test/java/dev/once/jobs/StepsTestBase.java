package dev.once.jobs;

import dev.once.core.Idempotency;
import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.support.Uuids;
import dev.once.jobs.effects.Runs;
import dev.once.jobs.provenance.JobProvenance;
import dev.once.jobs.provenance.Run;
import dev.once.jobs.surface.JobRun;
import dev.once.jobs.surface.JobSurface;
import dev.once.jobs.surface.Outputs;
import dev.once.jobs.surface.VendorStep;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The app without a job server: the test itself is the runtime, and decides when a run is tried again. */
@SpringBootTest(
        properties = {
            "jobrunr.background-job-server.enabled=false",
            "jobrunr.dashboard.enabled=false",
            "once.outbox.enabled=false",
            "once.jobs.vendor-timeout=1s"
        })
@ActiveProfiles("demo")
abstract class StepsTestBase {

    static final TestVendor VENDOR = new TestVendor();
    static final Database DATABASE = TestPostgres.shared().newDatabase();

    @Autowired
    JobSurface surface;

    @Autowired
    VendorStep vendors;

    @Autowired
    Outputs outputs;

    @Autowired
    Runs runs;

    @Autowired
    Writes writes;

    @Autowired
    Reads reads;

    @Autowired
    JobProvenance provenance;

    @Autowired
    Idempotency<String> idempotency;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("spring.datasource.url", DATABASE::jdbcUrl);
        registry.add("spring.datasource.username", DATABASE::username);
        registry.add("spring.datasource.password", DATABASE::password);
        registry.add("once.jobs.vendor-url", VENDOR::url);
    }

    @BeforeEach
    void aGoodMood() {
        VENDOR.inAGoodMood();
    }

    Run newRun(String kind, String parameters) {
        UUID id = Uuids.next();
        writes.unique(write -> runs.add(write, id, kind, parameters), Optional::empty);
        return provenance.of(id);
    }

    JobRun attempt(Run run) {
        return new JobRun(run, surface, vendors, outputs);
    }

    long count(String sql, UUID run) {
        return reads.query(sql).param("run", run).count();
    }

    static void direct(String sql) throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            connection.createStatement().execute(sql);
        }
    }
}
