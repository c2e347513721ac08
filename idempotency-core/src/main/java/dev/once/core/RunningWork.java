package dev.once.core;

import org.jspecify.annotations.Nullable;

/** Whether the work of a claim, or of another write through the core, is running on this thread. */
final class RunningWork {

    private static final ThreadLocal<@Nullable Integer> DEPTH = new ThreadLocal<>();

    private RunningWork() {}

    static boolean isRunning() {
        return DEPTH.get() != null;
    }

    static void enter() {
        Integer depth = DEPTH.get();
        DEPTH.set(depth == null ? 1 : depth + 1);
    }

    static void leave() {
        Integer depth = DEPTH.get();
        if (depth == null || depth == 1) {
            DEPTH.remove();
        } else {
            DEPTH.set(depth - 1);
        }
    }
}
