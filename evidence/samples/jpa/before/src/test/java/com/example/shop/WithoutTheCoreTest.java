package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WithoutTheCoreTest {

    @Test
    void the_tests_of_this_folder_run_where_the_core_is_not() {
        assertThat(getClass().getResource("/com/example/shop/OrderService.class")).isNotNull();
        assertThat(getClass().getResource("/dev/once/core/Idempotency.class")).isNull();
    }
}
