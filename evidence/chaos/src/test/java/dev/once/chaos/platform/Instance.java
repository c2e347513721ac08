package dev.once.chaos.platform;

import dev.once.faults.AppProcess;
import dev.once.faults.CuttingProxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** One process of an app, with a bad network before it and another one behind it. */
final class Instance implements AutoCloseable {

    static final Duration START = Duration.ofMinutes(4);

    private final App app;
    private final int number;
    private final int port;
    private final AppProcess process;
    private final CuttingProxy front;
    private final List<CuttingProxy> toDatabase;
    private final List<String> earlierLines = new ArrayList<>();

    /** Held by whoever does something to the process, until it is well again. */
    final ReentrantLock trouble = new ReentrantLock();

    Instance(App app, int number, int port, AppProcess process, List<CuttingProxy> toDatabase) {
        this.app = app;
        this.number = number;
        this.port = port;
        this.process = process;
        this.toDatabase = toDatabase;
        this.front = CuttingProxy.inFrontOf(port);
    }

    App app() {
        return app;
    }

    AppProcess process() {
        return process;
    }

    CuttingProxy front() {
        return front;
    }

    /** One for each server of the pair, in its order. */
    List<CuttingProxy> toDatabase() {
        return toDatabase;
    }

    /** Through the bad network. */
    String address() {
        return "http://127.0.0.1:" + front.port();
    }

    /** Past it. */
    String directAddress() {
        return "http://127.0.0.1:" + port;
    }

    Instance awaitReady() {
        process.awaitHttp(URI.create(directAddress() + "/actuator/health/readiness"), START);
        return this;
    }

    void restart() {
        keepLines();
        process.restart();
        awaitReady();
    }

    /** Every line of every incarnation. */
    synchronized List<String> lines() {
        List<String> all = new ArrayList<>(earlierLines);
        all.addAll(process.output());
        return all;
    }

    @Override
    public void close() {
        front.close();
        process.close();
        toDatabase.forEach(CuttingProxy::close);
    }

    @Override
    public String toString() {
        return app.module() + " " + number;
    }

    private synchronized void keepLines() {
        earlierLines.addAll(process.output());
    }
}
