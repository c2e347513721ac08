package dev.once.showcase.surfaces;

import java.io.IOException;
import java.net.URI;

/** One attempt with its own key, which can be sent as often as one likes; and how many effects it has had. */
interface Try {

    String key();

    Reply send(URI app) throws IOException, InterruptedException;

    long effects();

    /** Returns when what was accepted is done: at once, but for work that goes on behind the answer. */
    default void awaitDone(URI app) throws IOException, InterruptedException {}

    /** What is to be said beyond answers and effects. */
    default String note(URI app) throws IOException, InterruptedException {
        return "";
    }
}
