package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotencies.HostTransactions;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.localpostgres.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with entities and with plain JDBC, on a database of its own. */
final class JpaShop implements AutoCloseable {

    final HikariDataSource pool = new HikariDataSource();
    final JdbcTemplate jdbc = new JdbcTemplate(pool);
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Scope tenant = new Scope(UUID.randomUUID().toString());
    final EntityManager entities;
    final PlatformTransactionManager jpa;
    final PlatformTransactionManager plain = new JdbcTransactionManager(pool);
    private final LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
    private @Nullable EntityManager openInView;

    /** The tables are made anew. */
    JpaShop(Database database, int connections) {
        pool.setJdbcUrl(database.jdbcUrl());
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(connections);
        pool.setConnectionTimeout(5000);
        jdbc.execute(
                """
                drop table if exists order_claims, orders;
                create table order_claims (
                  tenant text not null, idempotency_key text not null, fingerprint bytea not null, order_id text,
                  created_at timestamptz not null default now(), primary key (tenant, idempotency_key));
                create table orders (
                  id uuid primary key, tenant text not null, idempotency_key text, item text not null,
                  created_at timestamptz not null default now())""");
        factory.setDataSource(pool);
        factory.setPackagesToScan("dev.once.proof.adopter");
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.getJpaPropertyMap()
                .put(
                        "hibernate.physical_naming_strategy",
                        "org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy");
        factory.afterPropertiesSet();
        EntityManagerFactory made = factory.getObject();
        entities = SharedEntityManagerCreator.createSharedEntityManager(made);
        jpa = new JpaTransactionManager(made);
    }

    /** As the fence sets it. */
    void readOnlyByDefault() {
        setDefault("set default_transaction_read_only = on");
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    private void setDefault(String setting) {
        String database = jdbc.queryForObject("select current_database()", String.class);
        jdbc.execute("begin read write; alter database " + database + " " + setting + "; commit");
    }

    Idempotencies core(HostTransactions transactions) {
        return new Idempotencies(
                pool,
                transactions,
                new Idempotencies.Limits(10, 50, 100),
                UnaryOperator.identity(),
                meters,
                ProtocolObserver.NONE,
                false);
    }

    static Ledger.Builder ledger() {
        return Ledger.named("orders")
                .table("order_claims")
                .scope("tenant")
                .fingerprint("fingerprint")
                .waitAtMost(Duration.ofSeconds(5));
    }

    /** What a service that is {@code @Transactional} does. */
    String place(String item) {
        return new TransactionTemplate(jpa).execute(status -> {
            JpaOrder order = new JpaOrder(tenant.value(), "key", item);
            entities.persist(order);
            return order.id();
        });
    }

    JpaOrder stored(String item) {
        return new TransactionTemplate(jpa).execute(status -> {
            JpaOrder order = new JpaOrder(tenant.value(), "key", item);
            entities.persist(order);
            return order;
        });
    }

    List<String> orders() {
        closeView();
        return jdbc.queryForList("select item from orders", String.class);
    }

    /** As Boot's open-in-view does for the time of a request. */
    void openInView() {
        openInView = factory.getObject().createEntityManager();
        TransactionSynchronizationManager.bindResource(factory.getObject(), new EntityManagerHolder(openInView));
    }

    private void closeView() {
        if (openInView != null) {
            TransactionSynchronizationManager.unbindResource(factory.getObject());
            openInView.close();
            openInView = null;
        }
    }

    /** And sees that nothing was left behind. */
    @Override
    public void close() {
        closeView();
        setDefault("reset default_transaction_read_only");
        assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        factory.destroy();
        pool.close();
    }
}
