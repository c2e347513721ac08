/** The four applications as a client sees them, and the bare endpoints beside them. */
@NullMarked
package dev.once.benchmarks.http;

import org.jspecify.annotations.NullMarked;
