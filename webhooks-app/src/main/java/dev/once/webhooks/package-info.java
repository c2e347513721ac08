/** Webhooks: the provider owns the attempt, and every delivery of an event takes effect once. */
@NullMarked
package dev.once.webhooks;

import org.jspecify.annotations.NullMarked;
