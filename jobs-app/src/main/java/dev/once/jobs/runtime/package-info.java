/** JobRunr, on connections of its own: from the outbox to a worker, and back to a run's state. */
@NullMarked
package dev.once.jobs.runtime;

import org.jspecify.annotations.NullMarked;
