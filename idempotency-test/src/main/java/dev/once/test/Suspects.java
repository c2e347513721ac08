package dev.once.test;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Set;

/** The types around which the fences stand; by name, since an adopter need not have them on the class path. */
final class Suspects {

    /** Ways to a connection. Row mappers, result sets, exceptions and the statements that a Write hands out are none. */
    static final DescribedPredicate<JavaClass> OPEN_CONNECTIONS = named(Set.of(
                    "java.sql.Connection",
                    "java.sql.Driver",
                    "java.sql.DriverManager",
                    "java.sql.Statement",
                    "java.sql.PreparedStatement",
                    "java.sql.CallableStatement",
                    "org.springframework.jdbc.core.simple.JdbcClient",
                    "jakarta.persistence.EntityManager",
                    "jakarta.persistence.EntityManagerFactory",
                    "jakarta.persistence.PersistenceContext",
                    "jakarta.persistence.PersistenceUnit",
                    "org.hibernate.Session",
                    "org.hibernate.SessionFactory",
                    "org.hibernate.StatelessSession"))
            .or(resideInAnyPackage(
                    "javax.sql..",
                    "com.zaxxer.hikari..",
                    "org.postgresql.ds..",
                    "org.postgresql.jdbc..",
                    "org.postgresql.copy..",
                    "org.springframework.jdbc.datasource..",
                    "org.springframework.jdbc.object..",
                    "org.springframework.data.repository..",
                    "org.springframework.data.jdbc..",
                    "org.springframework.data.jpa..",
                    "org.springframework.orm..",
                    "org.jooq.."))
            .or(assignableTo("org.springframework.jdbc.core.JdbcOperations"))
            .or(assignableTo("org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations"))
            .or(assignableTo("org.springframework.jdbc.core.simple.SimpleJdbcInsertOperations"))
            .or(assignableTo("org.springframework.jdbc.core.simple.SimpleJdbcCallOperations"))
            .and(DescribedPredicate.not(assignableTo(Throwable.class)))
            .as("open connections");

    /** Ways to a transaction. Their exceptions are none: an edge may translate them. */
    static final DescribedPredicate<JavaClass> BEGIN_TRANSACTIONS = resideInAnyPackage(
                    "org.springframework.transaction..", "jakarta.transaction..", "javax.transaction..")
            .and(DescribedPredicate.not(assignableTo(Throwable.class)))
            .as("begin transactions");

    /** Job runtimes. */
    static final DescribedPredicate<JavaClass> RUN_JOBS =
            resideInAnyPackage("org.jobrunr..", "org.quartz..").as("run jobs");

    /** What enqueues: a job class may well know its runtime's annotations. */
    static final DescribedPredicate<JavaClass> ENQUEUE =
            resideInAnyPackage("org.jobrunr.scheduling..", "org.quartz..").as("enqueue jobs");

    /** Ways out of the process that no rollback calls back. */
    static final DescribedPredicate<JavaClass> REACH_OUTSIDE = named(Set.of(
                    "java.net.URLConnection",
                    "java.net.HttpURLConnection",
                    "javax.net.ssl.HttpsURLConnection",
                    "java.net.Socket"))
            .or(resideInAnyPackage(
                    "java.net.http..",
                    "org.springframework.web.client..",
                    "org.springframework.web.reactive.function.client..",
                    "org.springframework.http.client..",
                    "org.springframework.boot.web.client..",
                    "org.springframework.cloud.openfeign..",
                    "org.apache.http..",
                    "org.apache.hc..",
                    "okhttp3..",
                    "feign..",
                    "retrofit2..",
                    "org.springframework.mail..",
                    "jakarta.mail..",
                    "javax.mail..",
                    "jakarta.jms..",
                    "org.springframework.jms..",
                    "org.springframework.amqp..",
                    "org.springframework.kafka..",
                    "org.apache.kafka.clients.."))
            .or(RUN_JOBS)
            .as("reach outside");

    private Suspects() {}

    private static DescribedPredicate<JavaClass> named(Set<String> names) {
        return DescribedPredicate.describe("are one of " + names, type -> names.contains(type.getName()));
    }
}
