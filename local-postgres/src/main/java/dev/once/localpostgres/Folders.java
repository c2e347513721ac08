package dev.once.localpostgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Files and folders, with errors that say what to do. */
final class Folders {

    private Folders() {}

    static Path create(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    /** The nearest ancestor with a `.git`, else the topmost with a `pom.xml`, else the folder itself. */
    static Path projectRoot(Path start) {
        Path topmostPom = null;
        Path absolute = start.toAbsolutePath().normalize();
        for (Path folder = absolute; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) {
                return folder;
            }
            if (Files.exists(folder.resolve("pom.xml"))) {
                topmostPom = folder;
            }
        }
        return topmostPom == null ? absolute : topmostPom;
    }

    static FileChannel open(Path file) {
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    static FileLock lock(FileChannel channel, Path file) {
        try {
            return channel.lock();
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /** Readable by this user only: one of the files is a password. */
    static void writePrivately(Path file, String text) throws IOException {
        if (Files.notExists(file)
                && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, text);
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) throws IOException {
                Files.deleteIfExists(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    static LocalPostgresException failure(Path path, IOException e) {
        String text = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("no space left") || text.contains("quota exceeded") || text.contains("not enough space")) {
            return diskFull(path, e);
        }
        if (e instanceof AccessDeniedException || text.contains("permission denied") || text.contains("read-only")) {
            return new LocalPostgresException(
                    "The local PostgreSQL may not write to " + path + ".",
                    "Make that folder writable for this user, or set once.local-postgres.directory to one that is.",
                    e);
        }
        if (e instanceof FileAlreadyExistsException) {
            return new LocalPostgresException(
                    "The local PostgreSQL needs a folder at " + path + ", and there is something else.",
                    "Move it away, or set once.local-postgres.directory to another folder.",
                    e);
        }
        return new LocalPostgresException(
                "The local PostgreSQL cannot use " + path + ": " + e + ".",
                "Look at that folder, or set once.local-postgres.directory to another one.",
                e);
    }

    static LocalPostgresException diskFull(Path path, @Nullable Throwable cause) {
        return new LocalPostgresException(
                "The disk that holds " + path + " is full.",
                "Free about 300 MB there, or set once.local-postgres.directory to a folder on another disk.",
                cause);
    }
}
