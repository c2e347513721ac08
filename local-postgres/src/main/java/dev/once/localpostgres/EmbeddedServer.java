package dev.once.localpostgres;

/** A PostgreSQL of its own on 127.0.0.1 that can be stopped, killed and started again on the same port and data. */
public final class EmbeddedServer implements AutoCloseable {

    private final Cluster cluster;
    private final Runnable afterwards;

    EmbeddedServer(Cluster cluster, Runnable afterwards) {
        this.cluster = cluster;
        this.afterwards = afterwards;
    }

    /** The database `once` that every server has. */
    public Database database() {
        return cluster.database();
    }

    /** A new, empty database on this server. */
    public Database newDatabase() {
        return Databases.create(database());
    }

    public int port() {
        return cluster.port();
    }

    public void start() {
        cluster.start();
    }

    /** Ends the server as an administrator would: sessions are cut, data are complete on disk. */
    public void stop() {
        cluster.stop();
    }

    /** Ends the server and its children with `kill -9`: no checkpoint, no goodbye. */
    public void kill() {
        cluster.kill();
    }

    public boolean isAlive() {
        return cluster.isAlive();
    }

    /** Stops the server and deletes its data. */
    @Override
    public void close() {
        cluster.stop();
        afterwards.run();
    }
}
