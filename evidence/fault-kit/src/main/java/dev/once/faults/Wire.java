package dev.once.faults;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** One connection through a {@link CuttingProxy}: two sockets and a thread for each direction. */
final class Wire {

    private enum Side {
        NOBODY,
        CLIENT,
        SERVER
    }

    private final CuttingProxy proxy;
    private final Socket client;
    private final Socket server;
    private final long number;
    private final AtomicReference<Side> spokeLast = new AtomicReference<>(Side.NOBODY);
    private final AtomicBoolean cut = new AtomicBoolean();

    Wire(CuttingProxy proxy, Socket client, Socket server, long number) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
        this.number = number;
    }

    void start() {
        daemon("wire-" + number + "-to-server", () -> forward(client, server, true));
        daemon("wire-" + number + "-to-client", () -> forward(server, client, false));
    }

    boolean isCut() {
        return cut.get();
    }

    /** Both sockets are reset, so that both sides notice at once. */
    boolean cut() {
        boolean first = cut.compareAndSet(false, true);
        if (first) {
            proxy.counter.cut.increment();
            reset(client);
            reset(server);
            proxy.ended(this);
            proxy.weather.wake();
        }
        return first;
    }

    private void forward(Socket from, Socket to, boolean request) {
        var requests = new HttpMessages();
        var pacer = new Pacer();
        var buffer = new byte[64 * 1024];
        long flight = 0;
        boolean waiting = false;
        try {
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                long arrived = System.nanoTime();
                boolean opens = spokeLast.getAndSet(request ? Side.CLIENT : Side.SERVER)
                        != (request ? Side.CLIENT : Side.SERVER);
                if (opens) {
                    flight++;
                }
                var bytes = Arrays.copyOf(buffer, read);
                if (proxy.weather.loses(request, bytes, number, flight)) {
                    proxy.counter.swallowed.increment();
                    cut();
                    return;
                }
                if (!waiting) {
                    pacer.holdUntil(arrived + proxy.weather.delayNanos(request, number, flight));
                }
                if (!proxy.weather.awaitSound(this)) {
                    return;
                }
                count(request, opens, read);
                if (request && proxy.weather.mayDouble() && (opens || requests.isMidway())) {
                    requests.add(bytes, this::doubled);
                }
                to.getOutputStream().write(bytes);
                waiting = in.available() > 0;
            }
            if (!proxy.weather.awaitSound(this)) {
                return;
            }
            to.shutdownOutput();
            if (from.isOutputShutdown()) {
                end();
            }
        } catch (IOException broken) {
            breakOff();
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    private void count(boolean request, boolean opens, int bytes) {
        (request ? proxy.counter.bytesToServer : proxy.counter.bytesToClient).add(bytes);
        if (request && opens) {
            proxy.counter.roundTrips.increment();
        }
    }

    private void doubled(byte[] request, long nth) {
        if (proxy.weather.doubles(number, nth)) {
            proxy.counter.duplicated.increment();
            daemon("wire-" + number + "-double", () -> HttpMessages.sendAndForget(request, proxy.target()));
        }
    }

    /** Both sides have said goodbye: a plain close, which loses nothing that is still on its way. */
    private void end() throws IOException {
        client.close();
        server.close();
        proxy.ended(this);
    }

    /** One side broke off; the other learns of it, unless the network is silent. */
    private void breakOff() {
        try {
            proxy.weather.awaitSound(this);
            reset(client);
            reset(server);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        } finally {
            proxy.ended(this);
        }
    }

    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyGone) {
            // That is what was wanted.
        }
    }

    static void daemon(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
