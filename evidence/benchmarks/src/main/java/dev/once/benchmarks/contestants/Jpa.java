package dev.once.benchmarks.contestants;

import dev.once.core.Attempt;
import dev.once.core.Done;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies.HostTransactions;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.support.TransactionTemplate;

/** The same work as an entity of JPA: with a claim by hand in its transaction, and with Once in the same manager's. */
public final class Jpa {

    private static final String TABLES =
            """
            create table by_hand (
              scope text collate "C" not null, idempotency_key text collate "C" not null,
              created_at timestamptz not null default now(),
              constraint by_hand_once primary key (scope, idempotency_key));
            create table claims (like by_hand including all)""";

    private static final String CLAIM =
            """
            insert into jpa.by_hand (scope, idempotency_key) values (?, ?)
            on conflict (scope, idempotency_key) do nothing""";

    /** A business row; the database sets when it was made. */
    @Entity
    @Table(schema = "jpa", name = "effects")
    static class Effect {

        @Id
        private UUID id = UUID.randomUUID();

        private String scope = "";

        @Column(name = "idempotency_key")
        private String key = "";

        private int amount;

        protected Effect() {}

        Effect(Key key) {
            this.scope = key.scope();
            this.key = key.value();
            this.amount = key.amount();
        }
    }

    private final Ground ground;
    private final String effects;
    private final JpaTransactionManager manager;
    private final EntityManager entities;

    public Jpa(Ground ground) {
        this.ground = ground;
        this.effects = ground.schema("jpa", TABLES);
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(ground.plain());
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.setManagedTypes(PersistenceManagedTypes.of(Effect.class.getName()));
        factory.afterPropertiesSet();
        EntityManagerFactory made = Objects.requireNonNull(factory.getObject());
        this.manager = new JpaTransactionManager(made);
        this.entities = SharedEntityManagerCreator.createSharedEntityManager(made);
    }

    public Contestant handWritten() {
        JdbcTemplate jdbc = new JdbcTemplate(ground.plain());
        TransactionTemplate transactions = new TransactionTemplate(manager);
        return new Contestant(
                "hand-written on JPA", traits("Spring's transaction, `on conflict do nothing`", false), effects) {
            @Override
            public Answer attempt(Key key) {
                return Objects.requireNonNull(transactions.execute(status -> {
                    if (jdbc.update(CLAIM, key.scope(), key.value()) == 0) {
                        return Answer.WAS_DONE;
                    }
                    entities.persist(new Effect(key));
                    return Answer.DID_IT;
                }));
            }
        };
    }

    public Contestant once() {
        Idempotency<Done> idempotency = ground.once(ground.plain(), new HostTransactions(manager, true))
                .of(Ledger.named("jpa").table("jpa.claims").claimOnly());
        return new Contestant(
                "Once on JPA", traits("`idempotency-core`, `once.transactions=application`", true), effects) {
            @Override
            public Answer attempt(Key key) {
                Attempt attempt =
                        Attempt.of(new Scope(key.scope()), new IdempotencyKey(key.value()), Fingerprint.none());
                return idempotency
                        .once(attempt, claim -> {
                            entities.persist(new Effect(key));
                            return Done.DONE;
                        })
                        .fold(did -> Answer.DID_IT, was -> Answer.WAS_DONE, wait -> Answer.TRY_LATER, () -> {
                            throw new IllegalStateException("There is no fingerprint to differ.");
                        });
            }
        };
    }

    private static Contestant.Traits traits(String library, boolean boundedWait) {
        return new Contestant.Traits(library, true, false, false, boundedWait, true);
    }
}
