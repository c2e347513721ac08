package dev.once.webhooks.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of several parts, each with its length before it, so that no two lists of parts read the same. */
final class Digest {

    private Digest() {}

    static String of(byte[] body) {
        return HexFormat.of().formatHex(sha256().digest(body));
    }

    static String of(String... parts) {
        MessageDigest sha256 = sha256();
        for (String part : parts) {
            byte[] bytes = part.getBytes(UTF_8);
            sha256.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
            sha256.update(bytes);
        }
        return HexFormat.of().formatHex(sha256.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
