package dev.once.core.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import liquibase.integration.spring.SpringLiquibase;
import org.flywaydb.core.Flyway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Where the fence is enforced, Flyway and Liquibase leave the application's pool for connections of their own. Where they
 * have some already ({@code spring.flyway.url}, {@code @LiquibaseDataSource}), they keep those.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "once.fence", havingValue = "enforce")
@ConditionalOnClass(HikariDataSource.class)
public class WritableMigrationsAutoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(WritableMigrationsAutoConfiguration.class);

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Flyway.class)
    static class OfFlyway {

        @Bean
        static BeanPostProcessor onceWritableFlyway() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean.getClass() == Flyway.class ? writable((Flyway) bean) : bean;
                }
            };
        }

        /** Its configuration cannot be changed, so it is made again. */
        private static Flyway writable(Flyway flyway) {
            return WritableConnections.beside(flyway.getConfiguration().getDataSource())
                    .map(writable -> {
                        LOG.info("Fence: Flyway gets writable connections of its own");
                        return Flyway.configure(flyway.getConfiguration().getClassLoader())
                                .configuration(flyway.getConfiguration())
                                .dataSource(writable)
                                .load();
                    })
                    .orElse(flyway);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SpringLiquibase.class)
    static class OfLiquibase {

        @Bean
        static BeanPostProcessor onceWritableLiquibase() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof SpringLiquibase liquibase) {
                        WritableConnections.beside(liquibase.getDataSource()).ifPresent(writable -> {
                            LOG.info("Fence: Liquibase gets writable connections of its own");
                            liquibase.setDataSource(writable);
                        });
                    }
                    return bean;
                }
            };
        }
    }
}
