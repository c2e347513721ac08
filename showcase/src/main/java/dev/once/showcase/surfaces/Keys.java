package dev.once.showcase.surfaces;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** Fresh names. */
final class Keys {

    private Keys() {}

    static String fresh(String prefix) {
        return prefix
                + HexFormat.of()
                        .toHexDigits(ThreadLocalRandom.current().nextLong())
                        .substring(4);
    }
}
