package dev.once.localpostgres;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** An application whose last act, while its JVM ends, takes a moment and needs the database. */
@Configuration(proxyBeanMethods = false)
class ClosingApp {

    public static void main(String[] arguments) throws InterruptedException {
        SpringApplication application = new SpringApplication(ClosingApp.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.run("--logging.level.root=off");
        System.out.println("started");
        Thread.currentThread().join();
    }

    @Bean
    DisposableBean lastWords(Environment environment) {
        Database database = new Database(
                environment.getRequiredProperty("spring.datasource.url"),
                environment.getRequiredProperty("spring.datasource.username"),
                environment.getRequiredProperty("spring.datasource.password"));
        return () -> System.out.println("last words stored: " + Sql.ask(database, "select 1 from pg_sleep(1)"));
    }
}
