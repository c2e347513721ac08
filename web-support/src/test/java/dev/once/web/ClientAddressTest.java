package dev.once.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientAddressTest {

    @Test
    void an_ipv6_address_counts_with_all_that_its_owner_has() {
        assertThat(ClientAddress.of("2001:db8:1:2:3:4:5:6"))
                .isEqualTo(ClientAddress.of("2001:db8:1:2::1"))
                .isNotEqualTo(ClientAddress.of("2001:db8:1:3::1"));
        assertThat(ClientAddress.of("10.1.2.3")).isEqualTo("10.1.2.3");
        assertThat(ClientAddress.of("::ffff:10.1.2.3")).isEqualTo("10.1.2.3");
        assertThat(ClientAddress.of("no:address")).isEqualTo("no:address");
    }
}
