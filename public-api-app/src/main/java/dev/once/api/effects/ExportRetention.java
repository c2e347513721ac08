package dev.once.api.effects;

import dev.once.api.ApiProperties;
import dev.once.core.retention.Sweep;
import dev.once.core.support.Intervals;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Old exports go, and their files with them. */
@Configuration(proxyBeanMethods = false)
class ExportRetention {

    private static final int FEW_SINCE_FILES_ARE_LARGE = 20;

    @Bean
    Sweep oldExports(ApiProperties properties) {
        return Sweep.of(
                        "api.exports",
                        "created_at < statement_timestamp() - cast(:keep as interval)",
                        Map.of("keep", Intervals.of(properties.keepExports())))
                .atOnce(FEW_SINCE_FILES_ARE_LARGE);
    }
}
