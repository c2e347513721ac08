package dev.once.webhooks.provenance;

import java.util.Random;

/** Texts as they come from outside: right, nearly right, and not right at all. */
record Damage(Random random) {

    private static final String ODD = "=,. v10tT-+_abcdefXYZ/\\\"'{}\u00e9\u00ff\u007f";

    /** The same in every build; {@code -Ddamage.seed} looks for new disagreements. */
    static long seed() {
        return Long.getLong("damage.seed", 10770639333152L);
    }

    String body() {
        StringBuilder body = new StringBuilder("{\"id\":\"evt_" + random.nextInt(1000) + "\",\"text\":\"");
        for (int i = random.nextInt(60); i > 0; i--) {
            body.appendCodePoint(random.nextInt(4) == 0 ? 0x1F600 + random.nextInt(60) : ' ' + random.nextInt(0x500));
        }
        return body.append("\"}").toString();
    }

    String secret() {
        return word(16 + random.nextInt(24));
    }

    String word(int length) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /** One small change somewhere. */
    String damaged(String text) {
        if (text.isEmpty()) {
            return odd(3);
        }
        int at = random.nextInt(text.length());
        return switch (random.nextInt(7)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + text.substring(at + 1);
            case 2 -> text.substring(0, at) + odd(1) + text.substring(at);
            case 3 -> text.substring(0, at) + odd(1) + text.substring(at + 1);
            case 4 -> text.toUpperCase();
            case 5 -> text + text;
            default -> odd(random.nextInt(80));
        };
    }

    String odd(int length) {
        StringBuilder odd = new StringBuilder();
        for (int i = 0; i < length; i++) {
            odd.append(ODD.charAt(random.nextInt(ODD.length())));
        }
        return odd.toString();
    }
}
