package dev.once.proof.existing;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** JPA, Flyway, open-in-view and a pool with settings of its own. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EntityScan(basePackageClasses = ExistingService.class)
@EnableJpaRepositories(basePackageClasses = ExistingService.class, considerNestedRepositories = true)
@Import(Tickets.class)
class ExistingService {}
