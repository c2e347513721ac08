package dev.once.faults;

import dev.once.localpostgres.Database;
import java.time.Duration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Pays once and ends, in a process of its own that the environment may tell to park. */
final class ParkedApp {

    private ParkedApp() {}

    public static void main(String[] arguments) {
        try (var context = new AnnotationConfigApplicationContext(ParkingAutoConfiguration.class);
                var payments = new Payments(
                        new Database(
                                System.getenv("DATABASE_URL"),
                                System.getenv("DATABASE_USER"),
                                System.getenv("DATABASE_PASSWORD")),
                        Duration.ofSeconds(5),
                        context.getBean(FileParkingObserver.class))) {
            System.out.println(payments.pay("a", arguments[0], "1"));
        }
    }
}
