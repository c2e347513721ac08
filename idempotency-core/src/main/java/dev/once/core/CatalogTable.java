package dev.once.core;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A table as the server's catalog describes it to the role that asks. */
record CatalogTable(
        long id,
        boolean plain,
        boolean unlogged,
        String schema,
        String role,
        boolean mayUseSchema,
        boolean mayDelete,
        List<Column> columns) {

    private static final String COLUMNS =
            """
            select t.oid::bigint as id, t.relkind in ('r', 'p') as plain, t.relpersistence = 'u' as unlogged,
              quote_ident(n.nspname) as schema, quote_ident(current_user) as role,
              has_schema_privilege(n.oid, 'usage') as may_use_schema, has_table_privilege(t.oid, 'delete') as may_delete,
              a.attname as name, format_type(a.atttypid, a.atttypmod) as shown, coalesce(base.typname, type.typname) as type,
              coalesce(to_regtype(:scopeType) in (a.atttypid, type.typbasetype), false) as of_scope_type,
              coalesce(c.collisdeterministic, true) as exact, a.attnotnull or type.typnotnull as required,
              a.atthasdef or a.attidentity <> '' as filled, a.attgenerated <> '' as generated, a.attidentity = 'a' as numbered,
              array_remove(array[
                case when has_column_privilege(t.oid, a.attnum, 'select') then 'select' end,
                case when has_column_privilege(t.oid, a.attnum, 'insert') then 'insert' end,
                case when has_column_privilege(t.oid, a.attnum, 'update') then 'update' end], null) as allowed
            from pg_class t
            join pg_namespace n on n.oid = t.relnamespace
            join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
            join pg_type type on type.oid = a.atttypid
            left join pg_type base on base.oid = type.typbasetype
            left join pg_collation c on c.oid = a.attcollation
            where t.relname = :table and t.relpersistence <> 't' and t.relkind in ('r', 'p', 'v', 'm', 'f')
              and (n.nspname = :schema or :schema = '' and pg_table_is_visible(t.oid))
            order by a.attnum
            """;

    private static final String UNIQUE_INDEXES =
            """
            select quote_ident(name.relname) as name, i.indimmediate as immediate,
              i.indisvalid and i.indisready and i.indpred is null and i.indexprs is null and not i.indisexclusion
                and not exists (select from pg_collation c where c.oid = any (i.indcollation) and not c.collisdeterministic)
                as complete,
              array(
                select coalesce(a.attname::text, '(an expression)')
                from unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
                left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
                where k.place <= i.indnkeyatts order by k.place) as columns
            from pg_index i join pg_class name on name.oid = i.indexrelid
            where i.indrelid = cast(:id as oid) and i.indisunique
            """;

    /** @param filled whether an insert that leaves it out gives it a value of its own */
    record Column(
            String name,
            String shownType,
            String type,
            boolean ofScopeType,
            boolean exact,
            boolean required,
            boolean filled,
            boolean generated,
            boolean numbered,
            List<String> allowed) {}

    /** @param complete whether it is valid and covers every row by its columns alone */
    record Index(String name, List<String> columns, boolean complete, boolean immediate) {

        boolean isOn(List<String> others) {
            return complete && columns.size() == others.size() && others.containsAll(columns);
        }
    }

    /** Found as a statement would find it: in its schema, or along the search path. */
    static Optional<CatalogTable> find(JdbcClient client, String name, String scopeType) {
        int dot = name.indexOf('.');
        return client.sql(COLUMNS)
                .param("schema", dot < 0 ? "" : name.substring(0, dot))
                .param("table", name.substring(dot + 1))
                .param("scopeType", scopeType)
                .query(rows -> rows.next() ? Optional.of(table(rows)) : Optional.empty());
    }

    Optional<Column> column(String name) {
        return columns.stream().filter(column -> column.name.equals(name)).findFirst();
    }

    List<Index> uniqueIndexes(JdbcClient client) {
        return client.sql(UNIQUE_INDEXES)
                .param("id", id)
                .query((row, i) -> new Index(
                        row.getString("name"),
                        strings(row, "columns"),
                        row.getBoolean("complete"),
                        row.getBoolean("immediate")))
                .list();
    }

    /** Each row has one column, and the table's own description again. */
    private static CatalogTable table(ResultSet row) throws SQLException {
        List<Column> columns = new ArrayList<>();
        CatalogTable table = new CatalogTable(
                row.getLong("id"),
                row.getBoolean("plain"),
                row.getBoolean("unlogged"),
                row.getString("schema"),
                row.getString("role"),
                row.getBoolean("may_use_schema"),
                row.getBoolean("may_delete"),
                columns);
        do {
            columns.add(new Column(
                    row.getString("name"),
                    row.getString("shown"),
                    row.getString("type"),
                    row.getBoolean("of_scope_type"),
                    row.getBoolean("exact"),
                    row.getBoolean("required"),
                    row.getBoolean("filled"),
                    row.getBoolean("generated"),
                    row.getBoolean("numbered"),
                    strings(row, "allowed")));
        } while (row.next());
        return table;
    }

    private static List<String> strings(ResultSet row, String column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }
}
