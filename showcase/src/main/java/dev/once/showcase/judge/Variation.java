package dev.once.showcase.judge;

import java.util.LinkedHashMap;
import java.util.Map;

/** How one send differs from the plain one. */
record Variation(boolean otherTenant, String body, Map<String, String> headers, Spelling spelling, boolean forged) {

    /** How the key is written. */
    enum Spelling {
        AS_GIVEN,
        QUOTED,
        BARE,
        MISSING
    }

    static final Variation NONE = new Variation(false, "", Map.of(), Spelling.AS_GIVEN, false);
    static final Variation OTHER_TENANT = new Variation(true, "", Map.of(), Spelling.AS_GIVEN, false);
    static final Variation FORGED = new Variation(false, "", Map.of(), Spelling.AS_GIVEN, true);

    static Variation with(String body, Map<String, String> headers) {
        return new Variation(false, body, new LinkedHashMap<>(headers), Spelling.AS_GIVEN, false);
    }

    static Variation spelled(Spelling spelling) {
        return new Variation(false, "", Map.of(), spelling, false);
    }
}
