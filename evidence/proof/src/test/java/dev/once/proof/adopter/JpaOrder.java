package dev.once.proof.adopter;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "orders")
class JpaOrder {

    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    private @Nullable UUID id;

    private String tenant;
    private String idempotencyKey;
    private String item;

    protected JpaOrder() {
        this("", "", "");
    }

    JpaOrder(String tenant, String idempotencyKey, String item) {
        this.tenant = tenant;
        this.idempotencyKey = idempotencyKey;
        this.item = item;
    }

    String id() {
        return String.valueOf(id);
    }

    String item() {
        return item;
    }

    void change(String toItem) {
        this.item = toItem;
    }
}
