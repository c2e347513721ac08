package dev.once.core.autoconfigure;

import dev.once.core.Idempotencies.HostTransactions;
import dev.once.core.support.StartupRefusedException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Where the claims are: one of the application's data sources, and the transaction manager that works on it.
 *
 * @param transactions the application's own on it
 */
record ClaimsDatabase(DataSource dataSource, HostTransactions transactions) {

    private static final Logger LOG = LoggerFactory.getLogger(ClaimsDatabase.class);
    private static final String JTA = "org.springframework.transaction.jta.JtaTransactionManager";

    /** @param name the data source's bean name, or null where there is one, or one that is primary */
    static ClaimsDatabase choose(ListableBeanFactory beans, @Nullable String name, OnceProperties.Transactions mode) {
        DataSource dataSource = name == null ? beans.getBean(DataSource.class) : named(beans, name);
        Managers managers = new Managers(beans, dataSource);
        PlatformTransactionManager manager = mode == OnceProperties.Transactions.OWN
                ? managers.usualHere()
                : managers.choose(mode == OnceProperties.Transactions.APPLICATION);
        boolean runClaims =
                switch (mode) {
                    case OWN -> false;
                    case APPLICATION -> true;
                    case AUTO -> manager != null && !Managers.isJdbc(manager);
                };
        LOG.info(
                "Transactions: claims run in {}",
                manager != null && runClaims ? "those of " + manager.getClass().getSimpleName() : "the core's own");
        if (mode == OnceProperties.Transactions.OWN && manager != null && !Managers.isJdbc(manager)) {
            LOG.warn(
                    "Transactions: once.transactions=own, so nothing that uses {} can be called in the work of a claim",
                    manager.getClass().getSimpleName());
        }
        return new ClaimsDatabase(dataSource, new HostTransactions(manager, runClaims));
    }

    private static DataSource named(ListableBeanFactory beans, String name) {
        if (beans.containsBean(name) && beans.getBean(name) instanceof DataSource dataSource) {
            return dataSource;
        }
        throw new StartupRefusedException(
                "There is no data source named '" + name + "'.",
                "Set once.data-source to one of " + names(beans) + ".");
    }

    static String names(ListableBeanFactory beans) {
        return String.join(
                ", ",
                Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
                        .sorted()
                        .toList());
    }

    /** The transaction managers of an application with perhaps more than one data source. */
    private record Managers(
            Map<String, PlatformTransactionManager> all,
            @Nullable PlatformTransactionManager usual,
            DataSource dataSource) {

        Managers(ListableBeanFactory beans, DataSource dataSource) {
            this(
                    new TreeMap<>(beans.getBeansOfType(PlatformTransactionManager.class, false, true)),
                    beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique(),
                    dataSource);
        }

        @Nullable
        PlatformTransactionManager choose(boolean required) {
            PlatformTransactionManager chosen = usual;
            if (chosen == null || !worksHere(chosen) && !isJta(chosen)) {
                Map<String, PlatformTransactionManager> here = new TreeMap<>(all);
                here.values().removeIf(manager -> !worksHere(manager));
                if (here.size() > 1 && (required || !here.values().stream().allMatch(Managers::isJdbc))) {
                    throw new StartupRefusedException(
                            "Several transaction managers work on the data source of the claims: "
                                    + String.join(", ", here.keySet()) + ".",
                            "Mark the one that claims should run in as @Primary, or set once.transactions=own.");
                }
                refuseOneBehindAnotherProxy(here);
                chosen = here.values().stream().findFirst().orElse(required ? ofUnknownDataSource(usual) : null);
            }
            if (chosen == null && required) {
                throw new StartupRefusedException(
                        "once.transactions=application, and no transaction manager works on the data source of the claims.",
                        "Name the data source that yours works on (once.data-source), or set once.transactions=own.");
            }
            return chosen;
        }

        @Nullable
        PlatformTransactionManager usualHere() {
            return usual != null && worksHere(usual) ? usual : null;
        }

        /** A claim of the core's own beside it would commit without the work that joins such a manager. */
        private void refuseOneBehindAnotherProxy(Map<String, PlatformTransactionManager> here) {
            all.forEach((name, manager) -> {
                DataSource its = dataSourceOf(manager);
                if (here.isEmpty() && !isJdbc(manager) && its != null && innermost(its) == innermost(dataSource)) {
                    throw new StartupRefusedException(
                            "The transaction manager '" + name
                                    + "' reaches the database of the claims through another data source than they do.",
                            "Set once.data-source to the bean that it was given, proxy included.");
                }
            });
        }

        /** The core looks at each transaction whether it is on the connection of the claims. */
        private static @Nullable PlatformTransactionManager ofUnknownDataSource(
                @Nullable PlatformTransactionManager manager) {
            return manager != null && dataSourceOf(manager) == null ? manager : null;
        }

        private boolean worksHere(PlatformTransactionManager manager) {
            DataSource its = dataSourceOf(manager);
            return its != null && withoutTransactions(its) == withoutTransactions(dataSource);
        }

        private static boolean isJdbc(PlatformTransactionManager manager) {
            return manager instanceof DataSourceTransactionManager;
        }

        /** Left to the core to refuse; by name, since the class needs what an application without JTA does not have. */
        private static boolean isJta(PlatformTransactionManager manager) {
            for (Class<?> type = manager.getClass(); type != null; type = type.getSuperclass()) {
                if (type.getName().equals(JTA)) {
                    return true;
                }
            }
            return false;
        }

        /** Those of JDBC, JPA and Hibernate have this property. */
        private static @Nullable DataSource dataSourceOf(PlatformTransactionManager manager) {
            BeanWrapperImpl properties = new BeanWrapperImpl(manager);
            return properties.isReadableProperty("dataSource")
                            && properties.getPropertyValue("dataSource") instanceof DataSource its
                    ? its
                    : null;
        }

        private static DataSource withoutTransactions(DataSource dataSource) {
            return dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                    ? withoutTransactions(proxy.getTargetDataSource())
                    : dataSource;
        }

        private static DataSource innermost(DataSource dataSource) {
            return dataSource instanceof DelegatingDataSource proxy && proxy.getTargetDataSource() != null
                    ? innermost(proxy.getTargetDataSource())
                    : dataSource;
        }
    }
}
