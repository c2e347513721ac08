/** Consequences of committed work: written inside a claim, relayed after it, at least once. */
@NullMarked
package dev.once.core.outbox;

import org.jspecify.annotations.NullMarked;
