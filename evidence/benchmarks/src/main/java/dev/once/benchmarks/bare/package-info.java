/** What the four applications are measured against over HTTP: the same rows, and nothing around them. */
@NullMarked
package dev.once.benchmarks.bare;

import org.jspecify.annotations.NullMarked;
