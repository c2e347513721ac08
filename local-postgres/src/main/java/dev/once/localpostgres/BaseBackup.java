package dev.once.localpostgres;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** A copy of a running server's data, made as PostgreSQL's manual says where there is no `pg_basebackup`. */
final class BaseBackup {

    /** The server's own, and what it makes again. */
    private static final Set<String> LEFT_OUT = Set.of("postmaster.pid", "postmaster.opts", "pg_wal", "pg_replslot");

    private BaseBackup() {}

    static void of(Database running, Path data, Path copy) throws IOException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_backup_start('copy', true)");
            copy(data, copy);
            try (ResultSet label =
                    statement.executeQuery("select labelfile from pg_backup_stop(wait_for_archive => false)")) {
                label.next();
                Files.writeString(copy.resolve("backup_label"), label.getString(1));
            }
        } catch (SQLException e) {
            throw new LocalPostgresException(
                    "The data of " + running + " cannot be copied: " + e.getMessage(), "Look at its server.log.", e);
        }
        Files.createDirectories(copy.resolve("pg_wal").resolve("archive_status"));
        Files.createDirectories(copy.resolve("pg_replslot"));
    }

    private static void copy(Path data, Path copy) throws IOException {
        Files.walkFileTree(data, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (isLeftOut(folder)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectory(there(folder));
                copyPermissions(folder);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!isLeftOut(file)) {
                    try {
                        Files.copy(file, there(file));
                    } catch (NoSuchFileException dropped) {
                        // Meanwhile, and the log tells the copy so.
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            private void copyPermissions(Path folder) throws IOException {
                if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                    Files.setPosixFilePermissions(there(folder), Files.getPosixFilePermissions(folder));
                }
            }

            private boolean isLeftOut(Path path) {
                return path.getParent() != null
                        && path.getParent().equals(data)
                        && LEFT_OUT.contains(path.getFileName().toString());
            }

            private Path there(Path path) {
                return copy.resolve(data.relativize(path));
            }
        });
    }
}
