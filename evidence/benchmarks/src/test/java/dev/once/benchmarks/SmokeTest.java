package dev.once.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.benchmarks.http.RunningApp;
import dev.once.benchmarks.http.Surface;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmarks work: everybody does what they say, and the report is written. How fast is no test's affair. */
class SmokeTest {

    @TempDir
    static Path docs;

    private static Results results;

    @BeforeAll
    static void run() throws Exception {
        results =
                Main.run(Options.parse("--smoke", "--only=library,race,network,storm,growth,sweep", "--docs=" + docs));
    }

    @Test
    void nobody_fails_outside_a_race() {
        assertThat(results.errors()).isZero();
    }

    @Test
    void in_a_race_everyone_but_the_unprotected_does_each_key_once() {
        assertThat(results.races).hasSize(12).allSatisfy(race -> {
            int expected = race.contestant().equals(Field.FLOOR) ? race.keys() * race.callers() : race.keys();
            assertThat(race.effects()).as(race.contestant()).isEqualTo(expected);
        });
    }

    @Test
    void once_hands_no_error_to_its_callers_in_a_race() {
        assertThat(results.races)
                .filteredOn(race -> race.contestant().startsWith("Once"))
                .hasSize(3)
                .allSatisfy(race -> assertThat(race.errors()).isEmpty());
    }

    @Test
    void the_bare_endpoints_write_the_rows_of_each_surface_and_read_them_by_their_key() throws Exception {
        Database database = TestPostgres.shared().newDatabase();
        try (RunningApp process = RunningApp.bare(Http.SURFACES.get(0), database)) {
            for (Surface surface : Http.SURFACES) {
                RunningApp bare = process.as(surface);
                Http.requireSameRows(surface, bare, database);
                Http.reads(bare).run();
            }
        }
    }

    @Test
    void once_keeps_to_its_round_trips() {
        assertThat(new Targets(results).all())
                .filteredOn(target -> target.what().matches("Once.*: round trips .*"))
                .hasSize(5)
                .allMatch(Targets.Target::met);
    }

    @Test
    void a_sweep_misses_nothing() {
        assertThat(results.sweep).isNotNull();
        assertThat(results.sweep.left()).isZero();
    }

    @Test
    void the_report_is_written() throws Exception {
        assertThat(Files.readString(docs.resolve("benchmarks.md")))
                .contains(
                        "## Promised and measured",
                        "## First attempts",
                        "## In a race",
                        "## Raw numbers",
                        "fsync",
                        "xychart-beta")
                .doesNotContain("NaN", "@camel.version@");
        assertThat(docs.resolve("benchmarks-long.md"))
                .content()
                .contains("## Growth", "## A sweep under load", "xychart-beta");
    }
}
