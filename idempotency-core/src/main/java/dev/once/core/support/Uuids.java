package dev.once.core.support;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/** UUIDs of version 7: ordered by time, so that an index grows at its end, and readable as a time. */
public final class Uuids {

    private static final SecureRandom RANDOM = new SecureRandom();

    public static UUID next() {
        return at(System.currentTimeMillis());
    }

    static UUID at(long millis) {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        ByteBuffer halves = ByteBuffer.wrap(bytes);
        long high = millis << 16 | 0x7000L | halves.getLong() & 0x0FFFL;
        long low = halves.getLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /** When a UUID of version 7 was made; other versions do not tell. */
    public static Instant madeAt(UUID uuid) {
        if (uuid.version() != 7) {
            throw new IllegalArgumentException("Only a UUID of version 7 tells when it was made.");
        }
        return Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16);
    }

    private Uuids() {}
}
