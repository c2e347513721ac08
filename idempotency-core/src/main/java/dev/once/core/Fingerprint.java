package dev.once.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** What was asked, as a SHA-256: the same key with another fingerprint is another request under a used key. */
public final class Fingerprint {

    private static final Fingerprint NONE = new Fingerprint(new byte[0]);

    private final byte[] digest;

    private Fingerprint(byte[] digest) {
        this.digest = digest;
    }

    /** For owners whose id alone says what was asked. */
    public static Fingerprint none() {
        return NONE;
    }

    /** Each part goes in with its length, so that moving a byte from one part to the next changes the fingerprint. */
    public static Fingerprint of(byte[]... parts) {
        MessageDigest sha256 = sha256();
        for (byte[] part : parts) {
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
            sha256.update(part);
        }
        return new Fingerprint(sha256.digest());
    }

    public static Fingerprint of(String... parts) {
        return of(Arrays.stream(parts)
                .map(part -> part.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new));
    }

    byte[] bytes() {
        return digest;
    }

    boolean matches(byte[] stored) {
        return MessageDigest.isEqual(digest, stored);
    }

    public String hex() {
        return HexFormat.of().formatHex(digest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && matches(that.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    @Override
    public String toString() {
        return this == NONE ? "none" : hex().substring(0, 12);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
