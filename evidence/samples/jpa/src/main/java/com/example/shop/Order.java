package com.example.shop;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.envers.Audited;
import org.hibernate.envers.NotAudited;

@Entity
@Table(name = "orders")
@Audited
public class Order {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "orders_seq")
    @SequenceGenerator(name = "orders_seq", allocationSize = 50)
    private Long id;

    @Version
    private long version;

    private String tenant;

    private String state;

    @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, orphanRemoval = true)
    @NotAudited
    private List<OrderLine> lines = new ArrayList<>();

    protected Order() {}

    Order(String tenant) {
        this.tenant = tenant;
        this.state = "placed";
    }

    void add(String product, int pieces) {
        lines.add(new OrderLine(this, product, pieces));
    }

    void cancel() {
        state = "cancelled";
    }

    long id() {
        return id;
    }

    long version() {
        return version;
    }

    List<OrderLine> lines() {
        return lines;
    }
}
