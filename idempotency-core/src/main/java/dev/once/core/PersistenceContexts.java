package dev.once.core;

import java.util.stream.Stream;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** The entities that this thread's transaction keeps, where there is JPA. */
final class PersistenceContexts {

    private static final boolean JPA = ClassUtils.isPresent(
            "org.springframework.orm.jpa.EntityManagerHolder", PersistenceContexts.class.getClassLoader());

    static boolean areBound() {
        return JPA && bound().findAny().isPresent();
    }

    /** What was undone in the database must not be written again by an entity that remembers it. */
    static void clear() {
        if (JPA) {
            bound().forEach(holder -> holder.getEntityManager().clear());
        }
    }

    private static Stream<EntityManagerHolder> bound() {
        return TransactionSynchronizationManager.getResourceMap().values().stream()
                .filter(EntityManagerHolder.class::isInstance)
                .map(EntityManagerHolder.class::cast);
    }

    private PersistenceContexts() {}
}
