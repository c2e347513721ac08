/** The same work done once in several ways: each class is one way, as its own documentation says to do it. */
@NullMarked
package dev.once.benchmarks.contestants;

import org.jspecify.annotations.NullMarked;
