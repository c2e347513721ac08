package dev.once.jobs.vendor;

/** The vendor has done it, and this is what it calls it. */
public record VendorAnswer(String reference) {}
