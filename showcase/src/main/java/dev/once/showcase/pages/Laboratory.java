package dev.once.showcase.pages;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.support.Infrastructure;
import dev.once.showcase.broken.Broken;
import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.LabTables;
import dev.once.showcase.lab.Result;
import dev.once.showcase.lab.RightInstances;
import dev.once.showcase.lab.Trial;
import dev.once.showcase.lab.Variant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.stereotype.Component;

/** The right one and the broken ones on one database. One trial at a time: they shall race each other, not other trials. */
@Component
@Profile("demo")
@DependsOnDatabaseInitialization
@Infrastructure("the broken variants need connections that may write anything, which is what is broken about them")
class Laboratory implements AutoCloseable {

    private static final int MOST_SENDS = 25;

    private final HikariDataSource unfenced;
    private final LabTables tables;
    private final RightInstances right;

    Laboratory(DataSource fenced, Writes writes, Reads reads, JdbcConnectionDetails database) {
        this.unfenced = new HikariDataSource();
        unfenced.setPoolName("lab");
        unfenced.setJdbcUrl(database.getJdbcUrl());
        unfenced.setUsername(database.getUsername());
        unfenced.setPassword(database.getPassword());
        unfenced.setMaximumPoolSize(MOST_SENDS + 1);
        unfenced.setMinimumIdle(0);
        unfenced.setIdleTimeout(10_000);
        this.tables = new LabTables(writes, reads);
        this.right = new RightInstances(fenced);
    }

    synchronized Result right(Broken broken, int sends) {
        return Trial.run(right.variants(), broken.ordeal(), atMost(sends), tables);
    }

    synchronized Result wrong(Broken broken, int sends) {
        tables.sweep();
        openConnections(atMost(sends));
        return Trial.run(broken.twoInstances(unfenced), broken.ordeal(), atMost(sends), tables);
    }

    List<Variant> right() {
        return right.variants();
    }

    List<Variant> broken(Broken broken) {
        return broken.twoInstances(unfenced);
    }

    long payments(String event) {
        return tables.payments(event);
    }

    /** The audit log is full as long as that takes. */
    Answer withoutAudit(String event, Callable<Answer> work) throws Exception {
        tables.auditBreaks(event);
        try {
            return work.call();
        } finally {
            tables.auditIsRepaired(event);
        }
    }

    @Override
    public void close() {
        unfenced.close();
    }

    /** The pool opens one after the other: on a busy machine that takes longer than those wait that came first. */
    private void openConnections(int number) {
        List<Connection> opened = new ArrayList<>();
        try {
            while (opened.size() < number) {
                opened.add(unfenced.getConnection());
            }
        } catch (SQLException e) {
            throw new CannotGetJdbcConnectionException("The lab has no connections.", e);
        } finally {
            opened.forEach(JdbcUtils::closeConnection);
        }
    }

    private static int atMost(int sends) {
        return Math.max(2, Math.min(sends, MOST_SENDS));
    }
}
