package dev.once.chaos.platform;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** What nobody else may know, new for every run, so that finding one in a log can be no coincidence. */
record Secrets(
        String stripe,
        String github,
        String lemonSqueezy,
        String resend,
        String operator,
        String dashboard,
        String viewer,
        String vendor,
        String acme,
        String globex,
        String alice,
        String bob) {

    static Secrets fresh() {
        SplittableRandom random = new SplittableRandom();
        return new Secrets(
                "whsec_" + hex(random),
                "gh-" + hex(random),
                "ls-" + hex(random),
                "whsec_"
                        + Base64.getEncoder()
                                .encodeToString(hex(random).getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
                "op-" + hex(random),
                "dashboard-" + hex(random),
                "look-" + hex(random),
                "vendor-" + hex(random),
                "acme-" + hex(random),
                "globex-" + hex(random),
                "alice-" + hex(random),
                "bob-" + hex(random));
    }

    List<String> all() {
        return List.of(
                stripe, github, lemonSqueezy, resend, operator, dashboard, viewer, vendor, acme, globex, alice, bob);
    }

    private static String hex(SplittableRandom random) {
        return HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong());
    }
}
