package dev.once.chaos.platform;

import dev.once.faults.CuttingProxy;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.EmbeddedServer;
import dev.once.localpostgres.TestPostgres;
import java.util.List;

/** A primary and a standby that its commits wait for. When the standby is promoted, the other one can become its standby. */
final class DatabasePair implements Platform.Place {

    private static final String STANDBY = "standby";

    private final List<EmbeddedServer> servers = List.of(TestPostgres.ownServer(), TestPostgres.ownServer());
    private final List<CuttingProxy> replication = servers.stream()
            .map(server -> CuttingProxy.inFrontOf(server.port()))
            .toList();
    private int primary;

    DatabasePair() {
        follow();
    }

    EmbeddedServer primary() {
        return servers.get(primary);
    }

    /** Which of the two it is. */
    int numberOfPrimary() {
        return primary;
    }

    @Override
    public Database database() {
        return primary().database();
    }

    @Override
    public List<Integer> ports() {
        return servers.stream().map(EmbeddedServer::port).toList();
    }

    /** With both servers in it, each through the proxy of that number. */
    @Override
    public String url(List<CuttingProxy> proxies) {
        return database()
                        .jdbcUrl()
                        .replaceFirst(
                                "//[^/]+/",
                                "//127.0.0.1:%d,127.0.0.1:%d/"
                                        .formatted(
                                                proxies.get(0).port(),
                                                proxies.get(1).port()))
                + "?targetServerType=primary&loadBalanceHosts=true&hostRecheckSeconds=1";
    }

    /** From here on the standby hears nothing more, and commits do not wait for it. */
    void fallBehind() {
        primary().waitFor("");
        replication.get(primary).halfOpen();
    }

    /** Nobody reaches the primary: its standby neither. */
    void cutOff() {
        replication.get(primary).halfOpen();
    }

    /** The other one takes over. The old one is not asked. */
    void promote() {
        primary = 1 - primary;
        primary().promote();
    }

    /** The server that is no primary is killed, whatever it does, and becomes the standby of the other. */
    void follow() {
        replication.forEach(CuttingProxy::restore);
        servers.get(1 - primary)
                .follow(primary(), STANDBY, replication.get(primary).port());
        primary().waitFor(STANDBY);
    }

    @Override
    public void close() {
        replication.forEach(CuttingProxy::close);
        servers.forEach(EmbeddedServer::close);
    }
}
