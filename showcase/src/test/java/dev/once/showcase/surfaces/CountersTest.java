package dev.once.showcase.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountersTest {

    @Test
    void claims_are_counted_by_disposition() {
        assertThat(
                        Counters.parsed(
                                """
                        # TYPE once_claims_total counter
                        once_claims_total{disposition="claimed",surface="api"} 3.0
                        once_claims_total{disposition="replayed",surface="api"} 1.2E2
                        once_claims_total{disposition="claimed",surface="exports"} 1.0
                        once_work_seconds_count{surface="api"} 3
                        """))
                .containsEntry("claimed", 4L)
                .containsEntry("replayed", 120L)
                .hasSize(2);
    }
}
