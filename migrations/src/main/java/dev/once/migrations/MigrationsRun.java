package dev.once.migrations;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.InitializingBean;

/** Migrates when it is made. Whatever uses the database is made after it. */
record MigrationsRun(DataSource dataSource, List<String> owners) implements InitializingBean {

    @Override
    public void afterPropertiesSet() {
        Migrations.migrate(dataSource, owners);
    }
}
