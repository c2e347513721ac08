package dev.once.localpostgres;

import java.util.concurrent.CountDownLatch;

/** Starts or joins the project's local PostgreSQL, prints how to reach it, and stays until Ctrl-C. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
        try {
            LocalPostgres server = LocalPostgres.join(Home.folder());
            System.out.println(server.jdbcUrl() + "?user=" + server.username() + "&password=" + server.password());
        } catch (LocalPostgresException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        new CountDownLatch(1).await();
    }
}
