package dev.once.jobs;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Turns the outbox into jobs, and does each step of a job once. */
@SpringBootApplication
@EnableConfigurationProperties(JobsProperties.class)
public class JobsApplication {

    public static void main(String[] args) {
        SpringApplication.run(JobsApplication.class, args);
    }
}
