package dev.once.localpostgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;

/** One database of a PostgreSQL server, and the user to connect as. */
public record Database(String jdbcUrl, String username, String password) {

    private static final Pattern NAME = Pattern.compile("^(jdbc:postgresql:(?://[^/?]*/)?)[^/?]*");

    public Connection connect() throws SQLException {
        // pgjdbc lets an explicit empty user win over one that the URL names.
        return username.isEmpty()
                ? DriverManager.getConnection(jdbcUrl)
                : DriverManager.getConnection(jdbcUrl, username, password);
    }

    /** The database of that name on the same server; the URL's own parameters are kept. */
    Database named(String name) {
        return new Database(NAME.matcher(jdbcUrl).replaceFirst("$1" + name), username, password);
    }

    /** Never the password: this ends up in logs. */
    @Override
    public String toString() {
        return jdbcUrl.replaceAll("(?i)(password=)[^&]*", "$1***");
    }
}
