package dev.once.core;

/** What a natural unique constraint left us with: the row, and whether this call made it. */
public record Created<T>(T value, boolean isNew) {}
