package dev.once.core.autoconfigure;

import dev.once.core.Idempotencies;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Where nobody can tell which data source has the claims, the core stays out of the way and says why. */
@AutoConfiguration(after = OnceAutoConfiguration.class)
@ConditionalOnBean(DataSource.class)
@ConditionalOnMissingBean(Idempotencies.class)
public class SeveralDataSourcesAutoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(SeveralDataSourcesAutoConfiguration.class);

    @Bean
    static SmartInitializingSingleton onceSeveralDataSources(ListableBeanFactory beans) {
        return () -> LOG.warn(
                "Once is off: there are several data sources and none is primary. Set once.data-source to the one that has"
                        + " the claims: {}",
                ClaimsDatabase.names(beans));
    }
}
