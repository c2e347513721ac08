package dev.once.proof.adopter;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.orm.jpa.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;

@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(enableDefaultTransactions = false) // repositories begin no transactions of their own
class JpaOnTheClaim {

    /** Entities are read and written on the connection of the claim that is open on this thread. */
    @Bean
    static BeanPostProcessor entitiesJoinTheClaim() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof LocalContainerEntityManagerFactoryBean factory && factory.getDataSource() != null) {
                    factory.setDataSource(new TransactionAwareDataSourceProxy(factory.getDataSource()));
                }
                return bean;
            }
        };
    }

    /** The transaction is the claim's: Hibernate knows of none. */
    @Bean
    HibernatePropertiesCustomizer updatesInTheClaimsTransaction() {
        return properties -> properties.put("hibernate.allow_update_outside_transaction", true);
    }
}
