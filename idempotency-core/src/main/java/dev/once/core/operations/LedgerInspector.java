package dev.once.core.operations;

import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Reads;
import dev.once.core.Scope;
import dev.once.core.Stored;
import dev.once.core.Writes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks into a ledger from its description alone. */
final class LedgerInspector {

    /** Counting a large table takes long, and an operator wants an answer: the planner's estimate is good enough there. */
    private static final String SUMMARY =
            """
            with size as (select reltuples as estimate from pg_class where oid = cast(:table as regclass))
            select
              case when estimate > 200000 then estimate::bigint else (select count(*) from {table} where {own}) end as claims,
              estimate > 200000 as estimated,
              case when estimate > 200000
                then (select min({created}) from {table} where {own} and ctid < '(64,0)'::tid)
                else (select min({created}) from {table} where {own}) end::text as oldest
            from size
            """;

    private static final String CLAIM =
            """
            select {columns} from {table} where {own} and {scope}::text = :scope and {key}::text = :key
            """;

    private static final String ERASE =
            """
            update {table} set {erased} where {own} and {scope}::text = :scope and {first} is not null
            """;

    private final Reads reads;
    private final Writes writes;

    LedgerInspector(Reads reads, Writes writes) {
        this.reads = reads;
        this.writes = writes;
    }

    Map<String, Object> summary(Ledger<?> ledger) {
        return reads.query(fill(SUMMARY, ledger)).param("table", ledger.table()).single((row, i) -> {
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put("ledger", ledger.name());
            summary.put("table", ledger.table());
            summary.put("claims", row.getLong("claims"));
            summary.put("estimated", row.getBoolean("estimated"));
            summary.put("oldest", String.valueOf(row.getString("oldest")));
            summary.put("keepFor", ledger.keepFor().toString());
            summary.put("waitAtMost", ledger.waitAtMost().toString());
            return summary;
        });
    }

    /** Everything but the stored answer. */
    Optional<Map<String, @Nullable Object>> claim(Ledger<?> ledger, Scope scope, IdempotencyKey key) {
        List<String> shown =
                new ArrayList<>(List.of(ledger.scopeColumn(), ledger.keyColumn(), ledger.createdAtColumn()));
        if (ledger.expiresAtColumn() != null) {
            shown.add(ledger.expiresAtColumn());
        }
        shown.addAll(ledger.recordedColumns());
        String columns = shown.stream().map(name -> name + "::text as " + name).collect(Collectors.joining(", "));
        return reads.query(fill(CLAIM, ledger).replace("{columns}", columns))
                .param("scope", scope.value())
                .param("key", key.value())
                .optional((row, i) -> {
                    Map<String, @Nullable Object> claim = new LinkedHashMap<>();
                    claim.put("ledger", ledger.name());
                    for (String name : shown) {
                        claim.put(name, row.getString(name));
                    }
                    return claim;
                });
    }

    int erase(Ledger<?> ledger, Scope scope) {
        List<String> stored =
                ledger.stored().columns().stream().map(Stored.Column::name).toList();
        if (stored.isEmpty()) {
            return 0;
        }
        String erased = stored.stream().map(name -> name + " = null").collect(Collectors.joining(", "));
        String sql = fill(ERASE, ledger).replace("{erased}", erased).replace("{first}", stored.get(0));
        return writes.repeatable(
                write -> write.sql(sql).param("scope", scope.value()).update());
    }

    private static String fill(String sql, Ledger<?> ledger) {
        return sql.replace("{table}", ledger.table())
                .replace("{own}", ledger.ownRows())
                .replace("{scope}", ledger.scopeColumn())
                .replace("{key}", ledger.keyColumn())
                .replace("{created}", ledger.createdAtColumn());
    }
}
