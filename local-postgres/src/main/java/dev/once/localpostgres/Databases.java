package dev.once.localpostgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** Creates and drops databases; names are made here, never given, so they need no quoting. */
final class Databases {

    private Databases() {}

    /** A new, empty database on the same server. */
    static Database create(Database admin) {
        String name = "test_" + UUID.randomUUID().toString().replace("-", "");
        // From template0: nobody is ever connected to it, so that creating never has to wait for anybody.
        execute(admin, "create database " + name + " template template0");
        return admin.named(name);
    }

    static void createOnceIfMissing(Database admin) {
        try (Connection connection = admin.connect();
                Statement statement = connection.createStatement()) {
            try (var found = statement.executeQuery("select from pg_database where datname = 'once'")) {
                if (found.next()) {
                    return;
                }
            }
            statement.execute("create database once template template0");
        } catch (SQLException e) {
            throw failure(admin, e);
        }
    }

    static String version(Database database) {
        try (Connection connection = database.connect()) {
            return connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            throw failure(database, e);
        }
    }

    static void drop(Database admin, Database database) {
        String url = database.jdbcUrl();
        int question = url.indexOf('?');
        String path = question < 0 ? url : url.substring(0, question);
        execute(admin, "drop database if exists " + path.substring(path.lastIndexOf('/') + 1) + " with (force)");
    }

    static void execute(Database admin, String sql) {
        try (Connection connection = admin.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw failure(admin, e);
        }
    }

    private static LocalPostgresException failure(Database admin, SQLException e) {
        if ("42501".equals(e.getSQLState())) {
            return new LocalPostgresException(
                    "The user may not create databases on " + admin + ".",
                    "Tests create one of their own each: run `alter role .. createdb` there, or give another URL.",
                    e);
        }
        return new LocalPostgresException(
                "PostgreSQL at " + admin + " cannot be used: " + e.getMessage(),
                "Check that the server runs and that user and password are right.",
                e);
    }
}
