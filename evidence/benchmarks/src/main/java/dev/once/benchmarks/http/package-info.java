/** The four applications as a client sees them, with their claim and without. */
@NullMarked
package dev.once.benchmarks.http;

import org.jspecify.annotations.NullMarked;
