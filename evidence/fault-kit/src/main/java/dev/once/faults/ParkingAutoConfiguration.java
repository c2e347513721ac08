package dev.once.faults;

import dev.once.core.protocol.ProtocolStep;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Lets a test park an attempt in a Spring Boot application that it starts: see {@link FileParkingObserver}. */
@AutoConfiguration
@ConditionalOnProperty("once.park.step")
class ParkingAutoConfiguration {

    @Bean
    FileParkingObserver fileParkingObserver(Environment environment) {
        return new FileParkingObserver(
                ProtocolStep.valueOf(environment.getRequiredProperty("once.park.step")),
                Pattern.compile(environment.getProperty("once.park.key", ".*")),
                Path.of(environment.getRequiredProperty("once.park.folder")));
    }
}
