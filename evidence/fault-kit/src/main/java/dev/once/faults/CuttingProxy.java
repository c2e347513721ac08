package dev.once.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A bad network in front of a PostgreSQL or HTTP port: it drops, delays, cuts at the worst moment, goes silent, or
 * misbehaves at random with a seed; and it counts what went through. Without faults it only forwards.
 */
public final class CuttingProxy implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern AUTHORITY = Pattern.compile("//([^/:?]+):(\\d+)");

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final AtomicLong numbers = new AtomicLong();
    private final Set<Wire> wires = ConcurrentHashMap.newKeySet();
    final Weather weather = new Weather();
    final Traffic.Counter counter = new Traffic.Counter();

    private CuttingProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Wire.daemon("cutting-proxy-" + port(), this::accept);
    }

    public static CuttingProxy inFrontOf(int port) {
        return inFrontOf(LOOPBACK, port);
    }

    /** In front of where a JDBC or HTTP URL leads. */
    public static CuttingProxy inFrontOf(String url) {
        var authority = AUTHORITY.matcher(url);
        if (!authority.find()) {
            throw new IllegalArgumentException("%s names no host and port.".formatted(url));
        }
        return inFrontOf(authority.group(1), Integer.parseInt(authority.group(2)));
    }

    public static CuttingProxy inFrontOf(String host, int port) {
        try {
            return new CuttingProxy(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new UncheckedIOException("The proxy in front of %s:%d found no port.".formatted(host, port), e);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** The same URL (JDBC or HTTP), but through this proxy. */
    public String through(String url) {
        var authority = AUTHORITY.matcher(url);
        if (!authority.find() || Integer.parseInt(authority.group(2)) != target.getPort()) {
            throw new IllegalArgumentException("%s does not lead to %s.".formatted(url, target));
        }
        return authority.replaceFirst("//" + LOOPBACK + ":" + port());
    }

    public Traffic traffic() {
        return counter.now();
    }

    /** New connections are reset at once, as if nobody listened; those that stand go on. */
    public void refuse() {
        weather.refusing = true;
    }

    /**
     * What flows is held back so long, in each direction. A flight is delayed once: what arrives while its first bytes
     * are held goes with them.
     */
    public void delay(Duration toServer, Duration toClient) {
        weather.toServerNanos = toServer.toNanos();
        weather.toClientNanos = toClient.toNanos();
    }

    /** A network with that round trip time. */
    public void roundTrip(Duration time) {
        delay(time, Duration.ZERO);
    }

    /** Cuts every connection now; returns how many there were. */
    public int cut() {
        int cut = 0;
        for (Wire wire : wires) {
            if (wire.cut()) {
                cut++;
            }
        }
        return cut;
    }

    /** The server acts and answers, nobody hears it, and the connection is cut; completes with the lost bytes. */
    public CompletableFuture<byte[]> swallowNextAnswer() {
        return swallowAnswer(bytes -> true);
    }

    /**
     * The same for the first answer with that text in it. {@code "COMMIT"} is PostgreSQL's own word that it has
     * committed; the request is no help, as drivers send a commit by the name of a prepared statement.
     */
    public CompletableFuture<byte[]> swallowAnswerWith(String text) {
        return swallowAnswer(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).contains(text));
    }

    public CompletableFuture<byte[]> swallowAnswer(Predicate<byte[]> which) {
        return weather.answers.set(which);
    }

    /** The request is lost on its way, and the connection is cut. */
    public CompletableFuture<byte[]> swallowNextRequest() {
        return swallowRequest(bytes -> true);
    }

    public CompletableFuture<byte[]> swallowRequest(Predicate<byte[]> which) {
        return weather.requests.set(which);
    }

    /** HTTP only: every complete request is sent a second time, at once and on a connection of its own. */
    public void duplicateRequests() {
        weather.duplicating = true;
    }

    /** Nothing is forwarded any more, not even an end, and all sockets stay open: a machine that vanished. */
    public void halfOpen() {
        weather.silence(true);
    }

    /** Faults by chance; the same seed decides the same for the n-th flight of the n-th connection. */
    public void randomly(long seed, Faults faults) {
        weather.chance = new Chance(seed, faults);
    }

    /** No faults from now on. What went silent goes on; what was cut stays cut. */
    public void restore() {
        weather.clear();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            cut();
            weather.silence(false);
        }
    }

    InetSocketAddress target() {
        return target;
    }

    void ended(Wire wire) {
        wires.remove(wire);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                long number = numbers.incrementAndGet();
                if (weather.refuses(number)) {
                    counter.refused.increment();
                    Wire.reset(client);
                } else {
                    connect(client, number);
                }
            } catch (IOException closed) {
                // Closed, or a client that left before it was served.
            }
        }
    }

    private void connect(Socket client, long number) {
        var server = new Socket();
        try {
            server.connect(target, 5_000);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException nobodyThere) {
            Wire.reset(server);
            Wire.reset(client);
            return;
        }
        counter.connections.increment();
        var wire = new Wire(this, client, server, number);
        wires.add(wire);
        wire.start();
        if (listener.isClosed()) {
            wire.cut();
        }
    }
}
