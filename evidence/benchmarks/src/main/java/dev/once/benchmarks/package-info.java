/** What a claim costs: every figure is a ratio inside one run, on a real PostgreSQL that syncs to disk. */
@NullMarked
package dev.once.benchmarks;

import org.jspecify.annotations.NullMarked;
