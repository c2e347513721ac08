/** Jobs of steps: a retried job does each step once. */
@NullMarked
package dev.once.jobs;

import org.jspecify.annotations.NullMarked;
