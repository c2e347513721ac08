package dev.once.showcase.lab;

/** One way to handle a delivery, right or broken. An instance is what one process would have: its memory is its own. */
public interface Variant {

    Answer handle(Delivery delivery) throws Exception;

    /** The nightly sweep of old claims, where there is one. */
    default void sweep() throws Exception {}
}
