package dev.once.core;

import javax.sql.DataSource;

/** Breaks a rule: from inside the core's package it makes its own permission to write. */
public final class Squatter {

    private Squatter() {}

    public static Writes permission(DataSource dataSource) {
        return new Writes(dataSource);
    }
}
