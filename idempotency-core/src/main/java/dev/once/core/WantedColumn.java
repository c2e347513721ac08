package dev.once.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A column that a ledger needs. The first of its types is the one that a new table gets; without types any will do.
 *
 * @param extras what its definition says beyond name, type and {@code not null}
 */
record WantedColumn(
        String name, List<String> types, String collation, Nulls nulls, String extras, List<String> privileges) {

    enum Nulls {
        NEVER,
        POSSIBLE,
        EITHER
    }

    private static final List<String> TEXTS = List.of("text", "varchar");
    private static final List<String> TIMES = List.of("timestamptz");

    /** Only types that give back what was put in: {@code jsonb} reorders it, {@code char} pads it. */
    static final Map<Class<?>, List<String>> STORED = Map.of(
            String.class, List.of("text", "varchar", "json"),
            byte[].class, List.of("bytea"),
            Integer.class, List.of("int4", "int2"),
            Long.class, List.of("int8"),
            UUID.class, List.of("uuid"));

    static List<WantedColumn> of(Ledger<?> ledger) {
        List<WantedColumn> all = new ArrayList<>();
        boolean expires = ledger.expiresAtColumn() != null;
        String[] claimed = expires ? new String[] {"insert", "update"} : new String[] {"insert"};
        String[] read = expires ? new String[] {"select", "insert", "update"} : new String[] {"select", "insert"};
        if (ledger.sharedByColumn() != null) {
            all.add(identity(ledger.sharedByColumn(), Ledger.TEXT));
        }
        all.add(identity(ledger.scopeColumn(), ledger.scopeType()));
        all.add(identity(ledger.keyColumn(), Ledger.TEXT));
        if (ledger.fingerprintColumn() != null) {
            all.add(of(ledger.fingerprintColumn(), List.of("bytea"), Nulls.EITHER, read));
        }
        ledger.recordedColumns().forEach(name -> all.add(of(name, List.of(), Nulls.EITHER, claimed)));
        ledger.stored()
                .columns()
                .forEach(column -> all.add(of(
                        column.name(),
                        STORED.getOrDefault(column.type(), List.of()),
                        Nulls.POSSIBLE,
                        "select",
                        "update")));
        all.add(new WantedColumn(
                ledger.createdAtColumn(),
                TIMES,
                "",
                Nulls.NEVER,
                " default now()",
                expires ? List.of("update") : List.of()));
        if (ledger.expiresAtColumn() != null) {
            all.add(of(ledger.expiresAtColumn(), TIMES, Nulls.EITHER, read));
        }
        return all;
    }

    private static WantedColumn identity(String name, String type) {
        boolean text = type.equals(Ledger.TEXT);
        return new WantedColumn(
                name,
                text ? TEXTS : List.of(type),
                text ? " collate \"C\"" : "",
                Nulls.NEVER,
                "",
                List.of("select", "insert"));
    }

    private static WantedColumn of(String name, List<String> types, Nulls nulls, String... privileges) {
        return new WantedColumn(name, types, "", nulls, "", List.of(privileges));
    }

    private String type() {
        return types.isEmpty() ? Ledger.TEXT : types.get(0);
    }

    String definition() {
        return name + " " + type() + collation + (nulls == Nulls.NEVER ? " not null" : "") + extras;
    }

    String changeOfType() {
        return "alter column %1$s type %2$s%3$s using %1$s::%2$s".formatted(name, type(), collation);
    }

    /** A whole table for the ledger. */
    static String createTable(Ledger<?> ledger) {
        int dot = ledger.table().indexOf('.');
        String schema =
                dot < 0 ? "" : "create schema if not exists " + ledger.table().substring(0, dot) + ";\n";
        String identity = "primary key (%s)".formatted(String.join(", ", ledger.identity()));
        return Stream.concat(of(ledger).stream().map(WantedColumn::definition), Stream.of(identity))
                .collect(Collectors.joining(",\n  ", schema + "create table " + ledger.table() + " (\n  ", "\n);"));
    }
}
