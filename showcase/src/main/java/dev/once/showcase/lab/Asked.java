package dev.once.showcase.lab;

/** What a sender asked for: one payment of a tenant. */
record Asked(String tenant, long amountCents) {}
