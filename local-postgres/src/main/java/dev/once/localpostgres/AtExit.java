package dev.once.localpostgres;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;

/** What to do when the JVM ends, last in first out; where Spring Boot runs, only after its contexts have closed. */
final class AtExit {

    private static final int SPRING_SECONDS = 40;
    private static final Deque<Runnable> ACTIONS = new ArrayDeque<>();
    private static final CountDownLatch DONE = new CountDownLatch(1);
    private static boolean hooked;
    private static boolean afterSpring;

    private AtExit() {}

    static synchronized void run(Runnable action) {
        if (!hooked) {
            Runtime.getRuntime().addShutdownHook(new Thread(AtExit::atJvmExit, "local-postgres-exit"));
            hooked = true;
        }
        ACTIONS.push(action);
    }

    /** Only called where Spring Boot is on the class path. */
    static synchronized void waitForSpring() {
        if (!afterSpring) {
            SpringApplication.getShutdownHandlers().add(AtExit::runActions);
            afterSpring = true;
        }
    }

    private static void atJvmExit() {
        if (isAfterSpring()) {
            try {
                // Bounded: an application may have switched Spring's own shutdown hook off.
                DONE.await(SPRING_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        runActions();
    }

    private static synchronized boolean isAfterSpring() {
        return afterSpring;
    }

    private static synchronized void runActions() {
        while (!ACTIONS.isEmpty()) {
            try {
                ACTIONS.pop().run();
            } catch (RuntimeException e) {
                LoggerFactory.getLogger(AtExit.class).warn("Local PostgreSQL: {}", e.getMessage());
            }
        }
        DONE.countDown();
    }
}
