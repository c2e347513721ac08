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

    /** Stops the server and its children where they are (SIGSTOP): connections stay open, and nobody answers on them. */
    public void freeze() {
        cluster.signal("STOP");
    }

    /** Lets a frozen server go on (SIGCONT). */
    public void thaw() {
        cluster.signal("CONT");
    }

    /**
     * Makes this server a hot standby of another one, with a new copy of that one's data and on its own port as before. What it
     * had is gone.
     *
     * @param name what the primary calls it in `synchronous_standby_names`
     * @param port where it reaches the primary: that one's own port, or that of a proxy before it
     */
    public void follow(EmbeddedServer primary, String name, int port) {
        cluster.follow(primary.cluster, name, port);
    }

    /** Ends the standby's life as one; returns when it writes. */
    public void promote() {
        Databases.execute(database(), "select pg_promote()");
    }

    /** The commits of this server wait for that standby from now on; for none, if the name is empty. */
    public void waitFor(String standby) {
        Databases.execute(database(), "alter system set synchronous_standby_names = '" + standby + "'");
        Databases.execute(database(), "select pg_reload_conf()");
    }

    /** Stops the server and deletes its data. */
    @Override
    public void close() {
        cluster.stop();
        afterwards.run();
    }
}
