package dev.once.webhooks.provenance;

import java.util.List;
import java.util.OptionalLong;

/** A header of several items, {@code t=1700000000,v1=..,v1=..}: the time that was signed, and one or more signatures. */
record SignatureList(List<String> items) {

    static SignatureList of(String header, String separator) {
        return new SignatureList(List.of(header.split(separator, -1)));
    }

    /** The first item of this name counts. */
    OptionalLong seconds(String name) {
        for (String item : items) {
            if (item.equals(name) || item.startsWith(name + "=")) {
                return Timestamps.seconds(item.substring(Math.min(name.length() + 1, item.length())));
            }
        }
        return OptionalLong.empty();
    }

    /** True if one of them is right, and none is a name without a value. */
    boolean contains(String name, HmacSha256 expected) {
        boolean found = false;
        for (String item : items) {
            found |= expected.isHex(name + "=", item);
        }
        return found && !items.contains(name);
    }
}
