package dev.once.showcase.pages;

import dev.once.core.support.Infrastructure;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the database's owner does for a scratch session: a role and a schema of its own, limits, and the end of both. */
@Infrastructure("makes and drops roles and schemas, which no ledger knows")
class ScratchRoles {

    private static final Logger LOG = LoggerFactory.getLogger(ScratchRoles.class);
    private static final long MOST_BYTES = 8L * 1024 * 1024;

    private static final String TABLE =
            """
            create table %s.claims (
              scope text not null,
              idempotency_key text not null,
              status int,
              response_body text,
              claimed_at timestamptz not null default now(),
              constraint claims_once unique (scope, idempotency_key))
            """;

    private static final String SEED =
            """
            insert into %s.claims (scope, idempotency_key, status, response_body)
            values ('acme', 'req-7f3a', 201, '{"id":42}')
            """;

    private final String url;
    private final String owner;
    private final String password;

    ScratchRoles(String url, String owner, String password) {
        this.url = url;
        this.owner = owner;
        this.password = password;
    }

    /** Returns the role's password. */
    String create(String name) throws SQLException {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        execute(
                "drop schema if exists %s cascade".formatted(name),
                "drop role if exists %s".formatted(name),
                "create role %s login nosuperuser nocreatedb nocreaterole noinherit noreplication connection limit 3 password '%s'"
                        .formatted(name, secret),
                "alter role %s set search_path = %s".formatted(name, name),
                "alter role %s set temp_file_limit = '8MB'".formatted(name),
                "alter role %s set work_mem = '1MB'".formatted(name),
                "create schema %s authorization %s".formatted(name, name),
                TABLE.formatted(name),
                SEED.formatted(name),
                "alter table %s.claims owner to %s".formatted(name, name));
        return secret;
    }

    void drop(String name) throws SQLException {
        execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where usename = '" + name + "'",
                "drop owned by " + name + " cascade",
                "drop schema if exists " + name + " cascade",
                "drop role if exists " + name);
    }

    /** Of a showcase that was killed. */
    void dropLeftovers(String prefix) throws SQLException {
        List<String> left = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet roles = statement.executeQuery(
                        "select rolname from pg_roles where starts_with(rolname, '" + prefix + "')")) {
            while (roles.next()) {
                left.add(roles.getString(1));
            }
        }
        for (String role : left) {
            try {
                drop(role);
            } catch (SQLException e) {
                LOG.info("The scratch role {} is in use elsewhere: {}", role, e.getMessage());
            }
        }
    }

    void terminate(int backend) {
        try {
            execute("select pg_terminate_backend(" + backend + ")");
        } catch (SQLException e) {
            LOG.warn("A console could not be ended: {}", e.getMessage());
        }
    }

    boolean isInTransaction(int backend) throws SQLException {
        return answersYes("select state like 'idle in transaction%' from pg_stat_activity where pid = " + backend);
    }

    /** Large objects are in no table of the role's own, so one of them is too many. */
    boolean hasGrownTooLarge(String name) throws SQLException {
        return answersYes(
                """
                select coalesce((select sum(pg_total_relation_size(oid)) from pg_class where relowner = r.oid), 0) > %d
                    or exists (select 1 from pg_largeobject_metadata where lomowner = r.oid)
                from pg_roles r where r.rolname = '%s'
                """
                        .formatted(MOST_BYTES, name));
    }

    private boolean answersYes(String question) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(question)) {
            return result.next() && result.getBoolean(1);
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, owner, password);
    }
}
