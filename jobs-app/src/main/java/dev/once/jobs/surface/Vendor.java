package dev.once.jobs.surface;

/** Somebody else's service. It takes no Write and makes no claim: a call belongs between two claims, never inside one. */
public interface Vendor {

    /** Does it at most once for one key, however often it is asked. */
    VendorAnswer post(String path, String key, String body);
}
