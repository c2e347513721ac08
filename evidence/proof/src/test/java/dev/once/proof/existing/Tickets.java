package dev.once.proof.existing;

import jakarta.persistence.EntityManager;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.transaction.annotation.Transactional;

/** Writes as services do. */
class Tickets {

    interface Repository extends JpaRepository<Ticket, Long> {}

    private final Repository repository;
    private final EntityManager entities;

    Tickets(Repository repository, EntityManager entities) {
        this.repository = repository;
        this.entities = entities;
    }

    @Transactional
    public void open(String title) {
        repository.save(new Ticket(title));
    }

    /** Thinks for longer than a claim may, with its transaction open. */
    @Transactional
    public void openAfter(String title, Runnable thinking) {
        entities.persist(new Ticket("before " + title));
        entities.flush();
        thinking.run();
        entities.persist(new Ticket("after " + title));
    }

    long count() {
        return repository.count();
    }
}
