package dev.once.showcase.judge;

import java.util.Map;

/** How one send differs from the plain one. */
record Variation(boolean otherTenant, String body, Map<String, String> headers, Spelling spelling, boolean forged) {

    /** How the key is written in its header. */
    enum Spelling {
        AS_GIVEN,
        QUOTED,
        BARE,
        MISSING;

        String of(String header) {
            String bare = header.replace('"' + Subject.KEY + '"', Subject.KEY);
            return switch (this) {
                case QUOTED -> bare.replace(Subject.KEY, '"' + Subject.KEY + '"');
                case BARE -> bare;
                default -> header;
            };
        }
    }

    static final Variation NONE = with("", Map.of());
    static final Variation OTHER_TENANT = new Variation(true, "", Map.of(), Spelling.AS_GIVEN, false);
    static final Variation FORGED = new Variation(false, "", Map.of(), Spelling.AS_GIVEN, true);

    static Variation with(String body, Map<String, String> headers) {
        return new Variation(false, body, headers, Spelling.AS_GIVEN, false);
    }

    static Variation spelled(Spelling spelling) {
        return new Variation(false, "", Map.of(), spelling, false);
    }
}
