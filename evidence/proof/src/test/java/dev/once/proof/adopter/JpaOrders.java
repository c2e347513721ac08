package dev.once.proof.adopter;

import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.JpaRepository;

interface JpaOrders extends JpaRepository<JpaOrder, UUID> {

    List<JpaOrder> findByTenant(String tenant);
}
