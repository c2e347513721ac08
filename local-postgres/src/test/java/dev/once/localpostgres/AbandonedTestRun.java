package dev.once.localpostgres;

import java.util.concurrent.CountDownLatch;

/** A test run that will be killed: it starts a server, prints its folder, and waits. */
final class AbandonedTestRun {

    private AbandonedTestRun() {}

    public static void main(String[] arguments) throws Exception {
        EmbeddedServer server = TestPostgres.ownServer();
        System.out.println(Sql.ask(server.database(), "show data_directory"));
        new CountDownLatch(1).await();
    }
}
