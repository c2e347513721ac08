/** Who are you: a signature over the raw bytes, and what the signed event says. */
@NullMarked
package dev.once.webhooks.provenance;

import org.jspecify.annotations.NullMarked;
