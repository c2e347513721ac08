package dev.once.localpostgres;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Just enough tar for the binaries: files, folders and symbolic links with short names. */
final class Tar {

    private static final int BLOCK = 512;

    private Tar() {}

    static void unpack(InputStream tar, Path target) throws IOException {
        byte[] header = new byte[BLOCK];
        while (tar.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
            Path path = inside(target, text(header, 0, 100));
            long size = octal(header, 124, 12);
            byte type = header[156];
            switch (type) {
                case '5' -> Files.createDirectories(path);
                case '2' -> {
                    inside(
                            target,
                            target.relativize(path.resolveSibling(text(header, 157, 100)))
                                    .toString());
                    Files.createDirectories(parent(path));
                    Files.createSymbolicLink(path, Path.of(text(header, 157, 100)));
                }
                case '0', 0 -> {
                    Files.createDirectories(parent(path));
                    copy(tar, size, path);
                    makeExecutable(path, octal(header, 100, 8));
                }
                default -> throw new IOException("Unexpected tar entry of type " + (char) type + ": " + path);
            }
        }
    }

    private static void copy(InputStream tar, long size, Path path) throws IOException {
        try (var out = Files.newOutputStream(path)) {
            byte[] buffer = new byte[64 * 1024];
            for (long left = size; left > 0; ) {
                int read = tar.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    throw new EOFException("The archive ends within " + path);
                }
                out.write(buffer, 0, read);
                left -= read;
            }
        }
        tar.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    }

    private static void makeExecutable(Path path, long mode) throws IOException {
        if ((mode & 0100) != 0 && Files.getFileAttributeView(path, PosixFileAttributeView.class) != null) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static Path inside(Path target, String name) throws IOException {
        Path path = target.resolve(name).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("The archive reaches outside its folder: " + name);
        }
        return path;
    }

    private static Path parent(Path path) throws IOException {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IOException("No folder to unpack into: " + path);
        }
        return parent;
    }

    private static String text(byte[] header, int from, int length) {
        int end = from;
        while (end < from + length && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    private static long octal(byte[] header, int from, int length) {
        String digits = text(header, from, length).strip();
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }
}
