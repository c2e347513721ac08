package dev.once.benchmarks.contestants;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** One request: whose it is, its key, and what it asks for. */
public record Key(String scope, String value) {

    private static final int TENANTS = 8;

    /** A key that nobody has used. Not from {@code SecureRandom}, whose lock would be measured too. */
    public static Key fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new Key("tenant-" + random.nextInt(TENANTS), new UUID(random.nextLong(), random.nextLong()).toString());
    }

    /** The scope and the key in one, for those who know no scope. */
    String joined() {
        return scope + ":" + value;
    }

    byte[] body() {
        return ("{\"amount\":" + amount() + ",\"reference\":\"" + value + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    int amount() {
        return 100 + Math.floorMod(value.hashCode(), 900);
    }
}
