package dev.once.webhooks.surface;

/** What a delivery has come to. The provider only looks at the status, which is 200 for all of them. */
record Receipt(String disposition) {

    /** This delivery's event took effect just now. */
    static final Receipt PROCESSED = new Receipt("processed");

    /** An earlier delivery of it did. */
    static final Receipt DUPLICATE = new Receipt("duplicate");

    /** It was recorded, and there is nothing to do. */
    static final Receipt IGNORED = new Receipt("ignored");

    /** Nobody is told this one: no secret of the provider's has signed it, or there is nothing usable in it. */
    static final Receipt REFUSED = new Receipt("refused");
}
