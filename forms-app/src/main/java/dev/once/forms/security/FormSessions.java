package dev.once.forms.security;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.support.Infrastructure;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.PostgreSqlJdbcIndexedSessionRepositoryCustomizer;
import org.springframework.session.jdbc.config.annotation.SpringSessionDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** Sessions live in PostgreSQL, so that a restart or a second instance keeps people signed in. */
@Configuration(proxyBeanMethods = false)
@Infrastructure("Spring Session writes at the end of each request, by itself and outside any claim")
class FormSessions {

    private static final int CONNECTIONS = 5;

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

    /** The name is Spring Session's; without it, it would take the application's transactions. */
    @Bean(defaultCandidate = false)
    @Qualifier("springSessionTransactionOperations")
    TransactionOperations springSessionTransactionOperations(@SpringSessionDataSource DataSource sessionDataSource) {
        TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(sessionDataSource));
        transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return transactions;
    }

    /** Two requests of one session may set the same attribute at once: the later one wins instead of failing. */
    @Bean
    SessionRepositoryCustomizer<JdbcIndexedSessionRepository> concurrentAttributes() {
        return new PostgreSqlJdbcIndexedSessionRepositoryCustomizer();
    }
}
