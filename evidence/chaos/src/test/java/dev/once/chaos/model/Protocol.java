package dev.once.chaos.model;

import dev.once.chaos.model.World.Move;
import dev.once.chaos.model.World.Row;
import java.util.List;

/** What an attempt may do next, each move being one step of the database; and how old claims are swept. */
interface Protocol {

    List<Move> moves(World world, int who);

    /** Expired rows only, skipping those that a claim holds: one statement looks, locks, looks again and deletes. */
    default List<Move> sweeps(World world) {
        Row row = world.row();
        return row != null && row.expired() && !world.isHeldFor(-1)
                ? List.of(new Move("the sweep deletes the expired claim", world.with((Row) null)))
                : List.of();
    }

    /** Whether claims get old while their sender may still send: where retention is longer than that, they do not. */
    default boolean expires(Row row) {
        return row.result() != null;
    }
}
