package dev.once.showcase.surfaces;

import dev.once.core.Reads;
import dev.once.showcase.surfaces.SurfaceLab.LedgerRow;
import java.util.List;
import org.springframework.stereotype.Component;

/** Reads the apps' tables, each of which is there once its app has started for the first time. */
@Component
class LedgerRows {

    private static final String EXISTS = "select to_regclass(:table) is not null";

    private final Reads reads;

    LedgerRows(Reads reads) {
        this.reads = reads;
    }

    /** The query has the columns scope, key, what and at. */
    List<LedgerRow> newest(String table, String query) {
        if (!exists(table)) {
            return List.of();
        }
        return reads.query(query)
                .list((row, i) -> new LedgerRow(
                        row.getString("scope"), row.getString("key"), row.getString("what"), row.getString("at")));
    }

    long count(String table, String query, String key) {
        return exists(table) ? reads.query(query).param("key", key).count() : 0;
    }

    private boolean exists(String table) {
        return reads.query(EXISTS).param("table", table).single((row, i) -> row.getBoolean(1));
    }
}
