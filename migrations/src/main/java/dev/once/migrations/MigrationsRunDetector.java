package dev.once.migrations;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;

/** Tells Boot which bean every user of the database must wait for. */
final class MigrationsRunDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

    @Override
    protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
        return Set.of(MigrationsRun.class);
    }

    /** Before those of the application: they may refer to the core's tables. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
