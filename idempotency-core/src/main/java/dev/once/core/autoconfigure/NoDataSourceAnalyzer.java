package dev.once.core.autoconfigure;

import dev.once.core.Idempotencies;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

/** Whoever asks for a bean of a core that has no data source to work on hears about the data source; before Boot's own analyzer. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class NoDataSourceAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final BeanFactory beans;

    NoDataSourceAnalyzer(BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        ResolvableType wanted = cause.getResolvableType();
        if (wanted == null
                || cause instanceof NoUniqueBeanDefinitionException
                || !wanted.toClass().getName().startsWith("dev.once.core.")
                || !(beans instanceof ListableBeanFactory all)
                || all.getBeanNamesForType(Idempotencies.class, true, false).length > 0) {
            return null;
        }
        return all.getBeanNamesForType(DataSource.class, true, false).length == 0
                ? new FailureAnalysis(
                        "There is no DataSource bean, and Once needs one.",
                        "Add spring-boot-starter-jdbc or -data-jpa and set spring.datasource.url to a PostgreSQL.",
                        cause)
                : new FailureAnalysis(
                        "There are several data sources and none is primary: nobody can tell which one has the claims.",
                        "Set once.data-source to one of " + ClaimsDatabase.names(all) + ".",
                        cause);
    }
}
