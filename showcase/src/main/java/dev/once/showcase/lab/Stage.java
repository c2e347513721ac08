package dev.once.showcase.lab;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where code says which moment it has come to. Outside a trial nobody listens, and nothing happens. */
public final class Stage {

    /** Writes the moment down, and may hold the worker there or let it die. */
    interface Director {
        void reached(int worker, Moment moment, String words);
    }

    private record Role(Director director, int worker) {}

    private static final ThreadLocal<@Nullable Role> ROLE = new ThreadLocal<>();

    private Stage() {}

    public static void at(Moment moment, String words) {
        Role role = ROLE.get();
        if (role != null) {
            role.director().reached(role.worker(), moment, words);
        }
    }

    public static void note(String words) {
        at(Moment.PASSING, words);
    }

    static <T> T as(int worker, Director director, Supplier<T> part) {
        ROLE.set(new Role(director, worker));
        try {
            return part.get();
        } finally {
            ROLE.remove();
        }
    }
}
