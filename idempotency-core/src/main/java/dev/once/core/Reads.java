package dev.once.core;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reading, with nothing that could write: the connection is read only, and this type has no way to ask for more. */
public final class Reads {

    private final JdbcClient client;

    Reads(DataSource dataSource) {
        this.client = JdbcClient.create(dataSource);
    }

    public Query query(String sql) {
        return new Query(client.sql(sql));
    }

    /** Whether there is a table of this name, in its schema or along the search path. */
    public boolean hasTable(String name) {
        return query("select to_regclass(:name) is not null")
                .param("name", name)
                .single((row, i) -> row.getBoolean(1));
    }

    /** A query whose parameters are being given. */
    public static final class Query {

        private final JdbcClient.StatementSpec statement;

        private Query(JdbcClient.StatementSpec statement) {
            this.statement = statement;
        }

        public Query param(String name, @Nullable Object value) {
            statement.param(name, value);
            return this;
        }

        public <T> List<T> list(RowMapper<T> mapper) {
            return statement.query(mapper).list();
        }

        public <T> Optional<T> optional(RowMapper<T> mapper) {
            return statement.query(mapper).optional();
        }

        public <T> T single(RowMapper<T> mapper) {
            return statement.query(mapper).single();
        }

        public long count() {
            return statement.query(Long.class).single();
        }
    }
}
