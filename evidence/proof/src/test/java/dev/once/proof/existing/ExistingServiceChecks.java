package dev.once.proof.existing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.jdbc.Sql;
import org.springframework.transaction.annotation.Transactional;

/** The service's own tests. {@code ExistingServiceTest} runs them, without the core and with it. */
@SpringBootTest(
        classes = ExistingService.class,
        properties = {
            "spring.autoconfigure.exclude=",
            "spring.flyway.locations=classpath:existing/migration",
            "spring.jpa.hibernate.ddl-auto=validate",
            "spring.datasource.hikari.maximum-pool-size=3",
            "spring.datasource.hikari.connection-timeout=20000",
            "spring.datasource.hikari.minimum-idle=1",
            "spring.datasource.hikari.data-source-properties.ApplicationName=tickets"
        })
@DirtiesContext
class ExistingServiceChecks {

    /** URL, user and password. */
    static String[] database = {};

    /** What the service looked like: its pool, its sessions and its beans. */
    static final Map<String, Map<String, String>> SEEN = new LinkedHashMap<>();

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", () -> database[0]);
        properties.add("spring.datasource.username", () -> database[1]);
        properties.add("spring.datasource.password", () -> database[2]);
    }

    @Autowired
    private Tickets tickets;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private HikariDataSource pool;

    @Autowired
    private ApplicationContext context;

    @AfterEach
    void clean() {
        jdbc.update("delete from ticket");
    }

    @Test
    @Sql(statements = {"insert into ticket (title) values ('one')", "insert into ticket (title) values ('two')"})
    void a_script_prepares_a_test() {
        assertThat(tickets.count()).isEqualTo(2);
    }

    @Test
    @Transactional
    void a_test_in_a_transaction_is_rolled_back() {
        tickets.open("tea");
        assertThat(tickets.count()).isEqualTo(1);
    }

    @Test
    void a_transaction_may_take_its_time() {
        tickets.openAfter("tea", ExistingServiceChecks::thinkForSixSeconds);
        assertThat(tickets.count()).isEqualTo(2);
    }

    @Test
    void old_code_writes_with_and_without_a_transaction() {
        tickets.open("tea");
        jdbc.update("update ticket set title = 'coffee'");
        assertThat(jdbc.queryForObject("select title from ticket", String.class))
                .isEqualTo("coffee");
    }

    @Test
    void it_looks_like_itself() {
        SEEN.put("pool", poolSettings());
        SEEN.put("session", sessionSettings());
        Map<String, String> beans = new TreeMap<>();
        for (String name : context.getBeanDefinitionNames()) {
            beans.put(name, String.valueOf(context.getType(name)).replaceAll("(Lambda|jdk.proxy).*", "$1"));
        }
        SEEN.put("beans", beans);
    }

    private Map<String, String> poolSettings() {
        Map<String, String> settings = new TreeMap<>();
        BeanWrapperImpl values = new BeanWrapperImpl(pool);
        for (var property : BeanUtils.getPropertyDescriptors(HikariConfig.class)) {
            Class<?> type = property.getPropertyType();
            if (property.getReadMethod() != null && (type == Properties.class || BeanUtils.isSimpleValueType(type))) {
                settings.put(property.getName(), String.valueOf(values.getPropertyValue(property.getName())));
            }
        }
        // They tell the two runs apart.
        settings.remove("jdbcUrl");
        settings.remove("poolName");
        return settings;
    }

    private Map<String, String> sessionSettings() {
        Map<String, String> settings = new TreeMap<>();
        jdbc.query("select name, setting from pg_settings where name <> 'transaction_deferrable'", row -> {
            settings.put(row.getString(1), row.getString(2));
        });
        return settings;
    }

    /** On a connection of its own, so that the service's is idle for longer than the fence would allow. */
    private static void thinkForSixSeconds() {
        try (Connection other = DriverManager.getConnection(database[0], database[1], database[2]);
                Statement statement = other.createStatement()) {
            statement.execute("select pg_sleep(6)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
