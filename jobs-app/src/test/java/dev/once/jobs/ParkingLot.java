package dev.once.jobs;

import dev.once.core.Attempt;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxMessage;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.protocol.ProtocolStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * A place for one run at each point where a worker may die: the first to come there takes it, with a file, and stays until it
 * is told to leave. A place that was taken once stops nobody else, so the next incarnation of the process passes everywhere.
 */
@AutoConfiguration
@ConditionalOnProperty("once.parking-lot.folder")
class ParkingLot {

    static final String RELAY_LEASED = "relay@LEASED";
    static final String RELAY_ENQUEUED = "relay@ENQUEUED";

    private static final long LOOK_EVERY_NANOS = 20_000_000;

    private final Path folder;
    private final Set<String> places;

    ParkingLot(Environment environment) {
        this.folder = Path.of(environment.getRequiredProperty("once.parking-lot.folder"));
        this.places = Set.of(
                environment.getRequiredProperty("once.parking-lot.places").split(","));
    }

    /** Before the claim, in it, after its work, and after its commit; for each of these keys. */
    static List<String> around(String... keys) {
        List<String> places = new ArrayList<>();
        for (String key : keys) {
            for (ProtocolStep step : List.of(
                    ProtocolStep.BEFORE_CLAIM, ProtocolStep.CLAIMED, ProtocolStep.WORKED, ProtocolStep.COMMITTED)) {
                places.add(key + "@" + step);
            }
        }
        return places;
    }

    static Set<String> taken(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    static void leave(Path place) throws IOException {
        Files.createFile(left(place));
    }

    private static Path left(Path place) {
        return place.resolveSibling(place.getFileName() + ".left");
    }

    @Bean
    ProtocolObserver parkingObserver() {
        return (ProtocolStep step, Attempt attempt) -> park(attempt.key().value() + "@" + step);
    }

    @Bean
    static BeanPostProcessor parkingRelay(org.springframework.beans.factory.ObjectProvider<ParkingLot> lot) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof OutboxHandler handler ? parking(handler, lot) : bean;
            }
        };
    }

    private static OutboxHandler parking(
            OutboxHandler handler, org.springframework.beans.factory.ObjectProvider<ParkingLot> lot) {
        return new OutboxHandler() {
            @Override
            public String topic() {
                return handler.topic();
            }

            @Override
            public void handle(OutboxMessage message) throws Exception {
                lot.getObject().park(RELAY_LEASED);
                handler.handle(message);
                lot.getObject().park(RELAY_ENQUEUED);
            }
        };
    }

    private void park(String place) {
        if (!places.contains(place)) {
            return;
        }
        Path file = folder.resolve(place);
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException taken) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while (!Files.exists(left(file))) {
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }
}
