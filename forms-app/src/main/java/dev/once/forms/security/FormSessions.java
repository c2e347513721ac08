package dev.once.forms.security;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.support.Infrastructure;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.PostgreSqlJdbcIndexedSessionRepositoryCustomizer;
import org.springframework.session.jdbc.config.annotation.SpringSessionDataSource;
import org.springframework.transaction.support.TransactionOperations;

/** Sessions live in PostgreSQL, so that a restart or a second instance keeps people signed in. */
@Configuration(proxyBeanMethods = false)
@Infrastructure("Spring Session writes at the end of each request, by itself and outside any claim")
class FormSessions {

    private static final int CONNECTIONS = 5;

    /**
     * Spring Session writes the time of every request. Here a request that changes nothing else writes it only when a tenth of
     * the session's time has passed: people stay signed in up to a tenth less than the setting says, and most requests write
     * nothing.
     */
    private static final String UPDATE =
            """
            update %TABLE_NAME% as old
            set session_id = seen.id, last_access_time = seen.at, max_inactive_interval = seen.stays, expiry_time = seen.ends,
              principal_name = seen.who
            from (values (?, cast(? as bigint), cast(? as integer), cast(? as bigint), ?)) as seen (id, at, stays, ends, who)
            where primary_id = ? and (
              old.last_access_time < seen.at - 100 * old.max_inactive_interval
              or (old.session_id, old.max_inactive_interval, old.principal_name)
                is distinct from (seen.id, seen.stays, seen.who))
            """;

    @Bean(defaultCandidate = false)
    @SpringSessionDataSource
    HikariDataSource sessionDataSource(JdbcConnectionDetails database) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("sessions");
        pool.setJdbcUrl(database.getJdbcUrl());
        pool.setUsername(database.getUsername());
        pool.setPassword(database.getPassword());
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setConnectionTimeout(2_000);
        pool.setValidationTimeout(500);
        pool.addDataSourceProperty("connectTimeout", "1");
        pool.addDataSourceProperty("socketTimeout", "15");
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        return pool;
    }

    /**
     * The name is Spring Session's; without it, it would take the application's transactions. It needs none: a session whose
     * first write came through alone is one in which nobody is signed in.
     */
    @Bean(defaultCandidate = false)
    @Qualifier("springSessionTransactionOperations")
    TransactionOperations springSessionTransactionOperations() {
        return TransactionOperations.withoutTransaction();
    }

    /** Two requests of one session may set the same attribute at once: the later one wins instead of failing. */
    @Bean
    SessionRepositoryCustomizer<JdbcIndexedSessionRepository> sessionStatements() {
        return sessions -> {
            new PostgreSqlJdbcIndexedSessionRepositoryCustomizer().customize(sessions);
            sessions.setUpdateSessionQuery(UPDATE);
        };
    }
}
