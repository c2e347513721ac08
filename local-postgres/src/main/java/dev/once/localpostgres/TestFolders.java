package dev.once.localpostgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Servers that live as long as one test run; what killed runs have left behind is stopped and deleted by the next. */
final class TestFolders {

    private static final Set<Path> OF_THIS_JVM = new HashSet<>();

    private TestFolders() {}

    static synchronized EmbeddedServer newServer(Path home, boolean fsync) {
        Binaries binaries = Home.binaries(home);
        Path tests = Folders.create(home.resolve("tests"));
        try {
            Path folder = tests.resolve(UUID.randomUUID().toString());
            FileChannel inUse;
            Path lock = tests.resolve("lock");
            try (var channel = Folders.open(lock);
                    var held = channel.lock()) {
                sweep(binaries, tests);
                inUse = Folders.open(Folders.create(folder).resolve("in-use"));
                inUse.lock();
                OF_THIS_JVM.add(folder);
            }
            EmbeddedServer server =
                    new EmbeddedServer(new Cluster(binaries, folder, 0, fsync), () -> discard(folder, inUse));
            AtExit.run(server::close);
            server.start();
            return server;
        } catch (IOException e) {
            throw Folders.failure(tests, e);
        }
    }

    private static void sweep(Binaries binaries, Path tests) throws IOException {
        List<Path> folders;
        try (Stream<Path> entries = Files.list(tests)) {
            folders = entries.filter(Files::isDirectory)
                    .filter(entry -> !OF_THIS_JVM.contains(entry))
                    .toList();
        }
        for (Path folder : folders) {
            try (var channel = Folders.open(folder.resolve("in-use"));
                    FileLock abandoned = channel.tryLock()) {
                if (abandoned != null) {
                    new Cluster(binaries, folder, 0, true).stop();
                    Folders.delete(folder);
                }
            }
        }
    }

    private static synchronized void discard(Path folder, FileChannel inUse) {
        try {
            Folders.delete(folder);
            inUse.close();
            OF_THIS_JVM.remove(folder);
        } catch (IOException e) {
            throw Folders.failure(folder, e);
        }
    }
}
