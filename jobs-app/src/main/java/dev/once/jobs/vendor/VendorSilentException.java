package dev.once.jobs.vendor;

import org.jspecify.annotations.Nullable;

/** It may have been done or not: nothing came back, or the vendor says 'not now'. Ask again with the same key. */
public final class VendorSilentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    VendorSilentException(String what, @Nullable Throwable cause) {
        super(what, cause);
    }
}
