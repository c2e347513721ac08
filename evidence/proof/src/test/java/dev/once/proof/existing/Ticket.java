package dev.once.proof.existing;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

@Entity
class Ticket {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String title;

    protected Ticket() {
        this("");
    }

    Ticket(String title) {
        this.title = title;
    }
}
