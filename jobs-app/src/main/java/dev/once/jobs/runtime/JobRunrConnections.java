package dev.once.jobs.runtime;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.support.Infrastructure;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * JobRunr's own connections. On ours it could not write; and if it shared a claim's connection, its commit would end the
 * claim's transaction. `jobrunr.database.datasource` names the bean, and nobody else is offered it.
 */
@Infrastructure("JobRunr stores its jobs by itself, in transactions of its own")
@Configuration(proxyBeanMethods = false)
class JobRunrConnections {

    @Bean(defaultCandidate = false)
    DataSource jobRunrDataSource(JdbcConnectionDetails database) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("jobrunr");
        pool.setJdbcUrl(database.getJdbcUrl());
        pool.setUsername(database.getUsername());
        pool.setPassword(database.getPassword());
        pool.setMaximumPoolSize(10);
        pool.setMinimumIdle(2);
        pool.setConnectionTimeout(5_000);
        pool.addDataSourceProperty("ApplicationName", "jobrunr");
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        pool.addDataSourceProperty("connectTimeout", "3");
        pool.addDataSourceProperty("socketTimeout", "30");
        return pool;
    }
}
