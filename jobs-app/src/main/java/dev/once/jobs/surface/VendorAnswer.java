package dev.once.jobs.surface;

/** The vendor has done it, and this is what it calls it. */
public record VendorAnswer(String reference) {}
