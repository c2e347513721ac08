package dev.once.localpostgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * This JVM's part in a server that processes share.
 *
 * <ol>
 *   <li>Whoever joins or leaves holds the exclusive lock on `lock` for just that long.
 *   <li>Whoever uses the server holds a shared lock on `users`; the system takes it back from a killed process.
 *   <li>Joining starts the server if it does not answer. Who leaves and gets `users` exclusively was the last, and
 *       stops it.
 * </ol>
 */
final class Membership {

    private static final Map<Path, Membership> OF_THIS_JVM = new HashMap<>();

    private final Path folder;
    private final boolean guest;
    private @Nullable FileChannel users;
    private int handles;

    private Membership(Path folder) {
        this.folder = folder;
        // Reloaded classes (devtools): a second lock of this JVM on one file would end the first, so its owner decides.
        this.guest = System.setProperty(marker(), "") != null;
        AtExit.run(this::leaveForGood);
    }

    /** Joins the server of the folder, starting it if need be; the cluster that is returned answers. */
    static Cluster join(Path folder, int port) {
        synchronized (OF_THIS_JVM) {
            Membership membership = OF_THIS_JVM.computeIfAbsent(folder, Membership::new);
            Cluster cluster = new Cluster(Home.binaries(folder), folder, port, true);
            membership.handles++;
            try {
                membership.alone(() -> {
                    membership.holdShare();
                    cluster.start();
                });
            } catch (RuntimeException e) {
                leave(folder);
                throw e;
            }
            return cluster;
        }
    }

    static void leave(Path folder) {
        synchronized (OF_THIS_JVM) {
            Membership membership = OF_THIS_JVM.get(folder);
            if (membership != null && --membership.handles == 0) {
                membership.leaveForGood();
            }
        }
    }

    private void leaveForGood() {
        synchronized (OF_THIS_JVM) {
            if (OF_THIS_JVM.remove(folder, this) && !guest) {
                System.clearProperty(marker());
                alone(this::giveBackShare);
            }
        }
    }

    private void alone(IoAction action) {
        Path lock = folder.resolve("lock");
        try (var channel = Folders.open(lock);
                var held = channel.lock()) {
            action.run();
        } catch (IOException e) {
            throw Folders.failure(folder, e);
        }
    }

    private void holdShare() throws IOException {
        if (users == null && !guest) {
            users = Folders.open(folder.resolve("users"));
            users.lock(0, Long.MAX_VALUE, true);
        }
    }

    private void giveBackShare() throws IOException {
        if (users == null) {
            return;
        }
        users.close();
        users = null;
        try (var channel = Folders.open(folder.resolve("users"));
                FileLock last = channel.tryLock()) {
            if (last != null) {
                new Cluster(Home.binaries(folder), folder, 0, true).stop();
            }
        }
    }

    private String marker() {
        return "once.local-postgres.joined:" + folder;
    }

    private interface IoAction {
        void run() throws IOException;
    }
}
