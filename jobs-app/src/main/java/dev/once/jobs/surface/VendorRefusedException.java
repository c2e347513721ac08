package dev.once.jobs.surface;

/** The vendor understood and said no; the same question gets the same answer. */
public final class VendorRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public VendorRefusedException(String path, int status) {
        super("The vendor refused " + path + " with status " + status + ".");
    }
}
