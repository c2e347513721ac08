package dev.once.core;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers that a key was seen, never what came of it: a hint to read first where an insert would most likely lose. It may
 * forget, and a wrong hint costs one read; so it needs no expiry and no lock.
 */
final class SeenKeys {

    private static final int SLOTS = 1 << 16;

    private final AtomicLongArray hashes = new AtomicLongArray(SLOTS);

    void add(Attempt attempt) {
        long hash = hash(attempt);
        hashes.setPlain(slot(hash), hash);
    }

    boolean contains(Attempt attempt) {
        long hash = hash(attempt);
        return hashes.getPlain(slot(hash)) == hash;
    }

    private static int slot(long hash) {
        return (int) (hash >>> 48) & SLOTS - 1;
    }

    private static long hash(Attempt attempt) {
        long hash = mix(0x9E3779B97F4A7C15L, attempt.scope().value());
        return mix(hash, attempt.key().value()) | 1;
    }

    private static long mix(long seed, String text) {
        long hash = seed;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
        }
        hash ^= hash >>> 32;
        return hash * 0xD6E8FEB86659FD93L;
    }
}
