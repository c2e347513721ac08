/**
 * The contract: a key, a scoped unique constraint, and an atomic claim-and-work. Start reading at {@link
 * dev.once.core.Idempotency}.
 */
@NullMarked
package dev.once.core;

import org.jspecify.annotations.NullMarked;
