package dev.once.test;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Map;
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

    /** What a service with entities has, where its claims run in the transactions of its own manager: it joins the claim. */
    private static final DescribedPredicate<JavaClass> JOIN_A_CLAIM = named(Set.of(
                    "jakarta.persistence.EntityManager",
                    "jakarta.persistence.PersistenceContext",
                    "org.hibernate.Session",
                    "org.springframework.transaction.annotation.Transactional",
                    "org.springframework.transaction.annotation.Propagation",
                    "org.springframework.transaction.annotation.Isolation",
                    "jakarta.transaction.Transactional",
                    "jakarta.transaction.Transactional$TxType"))
            .or(resideInAnyPackage(
                    "org.springframework.data.repository..",
                    "org.springframework.data.jpa..",
                    "org.springframework.transaction.event.."));

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

    /** Ways out of the process that no rollback calls back: these types, and own ones that are made of them. */
    static final DescribedPredicate<JavaClass> REACH_OUTSIDE = DescribedPredicate.describe(
            "reach outside", type -> Suspects.isOneOrExtendsOne(type) || Suspects.isAnHttpInterface(type));

    private static final DescribedPredicate<JavaClass> WAYS_OUT = named(Set.of(
                    "java.lang.Process",
                    "java.lang.ProcessBuilder",
                    "java.net.URLConnection",
                    "java.net.HttpURLConnection",
                    "javax.net.ssl.HttpsURLConnection",
                    "java.net.Socket",
                    "java.net.DatagramSocket",
                    "java.nio.channels.SocketChannel",
                    "java.nio.channels.DatagramChannel",
                    "java.nio.channels.AsynchronousSocketChannel",
                    "javax.net.SocketFactory"))
            .or(resideInAnyPackage(
                    "java.net.http..",
                    "org.springframework.web.client..",
                    "org.springframework.web.reactive.function.client..",
                    "org.springframework.http.client..",
                    "org.springframework.boot.web.client..",
                    "org.springframework.boot.restclient..",
                    "org.springframework.cloud.openfeign..",
                    "org.apache.http..",
                    "org.apache.hc..",
                    "okhttp3..",
                    "feign..",
                    "retrofit2..",
                    "jakarta.ws.rs.client..",
                    "javax.ws.rs.client..",
                    "io.grpc..",
                    "software.amazon.awssdk..",
                    "com.amazonaws..",
                    "com.google.cloud..",
                    "com.azure..",
                    "org.springframework.mail..",
                    "jakarta.mail..",
                    "javax.mail..",
                    "jakarta.jms..",
                    "javax.jms..",
                    "org.springframework.jms..",
                    "org.springframework.amqp..",
                    "com.rabbitmq.client..",
                    "org.springframework.kafka..",
                    "org.apache.kafka.clients..",
                    "org.springframework.pulsar..",
                    "org.apache.pulsar.client..",
                    "io.nats.client..",
                    "org.springframework.messaging.core..",
                    "org.springframework.cloud.stream.."))
            .or(RUN_JOBS);

    /** Of types that are mostly harmless, the methods that are not. */
    private static final Map<String, Set<String>> METHODS_OUT = Map.of(
            "java.lang.Runtime", Set.of("exec"), "java.net.URL", Set.of("openConnection", "openStream", "getContent"));

    private static final List<String> REPOSITORY_WRITES = List.of("save", "insert", "update", "delete", "remove");
    private static final String MODIFYING = "org.springframework.data.jpa.repository.Modifying";
    private static final Set<String> ENTITY_WRITERS = Set.of(
            "jakarta.persistence.EntityManager", "jakarta.persistence.Query", "org.hibernate.SharedSessionContract");
    private static final Set<String> ENTITY_WRITES = Set.of(
            "persist",
            "merge",
            "remove",
            "executeUpdate",
            "insert",
            "insertMultiple",
            "update",
            "updateMultiple",
            "delete",
            "deleteMultiple",
            "upsert",
            "upsertMultiple");

    private static final String HTTP_INTERFACE = "org.springframework.web.service.annotation.HttpExchange";
    private static final String FEIGN_INTERFACE = "org.springframework.cloud.openfeign.FeignClient";

    private Suspects() {}

    /** Those of them that do not join the claim by themselves. */
    static DescribedPredicate<JavaClass> thatDoNotJoin(DescribedPredicate<JavaClass> suspects) {
        return suspects.and(DescribedPredicate.not(JOIN_A_CLAIM)).as(suspects.getDescription());
    }

    static boolean reachOutside(JavaClass owner, String method) {
        return REACH_OUTSIDE.test(owner)
                || METHODS_OUT.getOrDefault(owner.getName(), Set.of()).contains(method);
    }

    /** Spring Data's methods, named as it names them or marked as it marks them, and those of JPA and Hibernate. */
    static boolean writeEntities(JavaClass owner, String method) {
        if (owner.isAssignableTo("org.springframework.data.repository.Repository")) {
            return REPOSITORY_WRITES.stream().anyMatch(method::startsWith)
                    || owner.getMethods().stream()
                            .anyMatch(own -> own.getName().equals(method) && own.isAnnotatedWith(MODIFYING));
        }
        return ENTITY_WRITES.contains(method) && ENTITY_WRITERS.stream().anyMatch(owner::isAssignableTo);
    }

    private static boolean isOneOrExtendsOne(JavaClass type) {
        return WAYS_OUT.test(type)
                || type.getAllRawSuperclasses().stream().anyMatch(WAYS_OUT)
                || type.getAllRawInterfaces().stream().anyMatch(WAYS_OUT);
    }

    private static boolean isAnHttpInterface(JavaClass type) {
        return type.isAnnotatedWith(FEIGN_INTERFACE)
                || type.isMetaAnnotatedWith(HTTP_INTERFACE)
                || type.getMethods().stream().anyMatch(method -> method.isMetaAnnotatedWith(HTTP_INTERFACE));
    }

    private static DescribedPredicate<JavaClass> named(Set<String> names) {
        return DescribedPredicate.describe("are one of " + names, type -> names.contains(type.getName()));
    }
}
