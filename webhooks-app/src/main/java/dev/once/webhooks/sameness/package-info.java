/** What is the key: the provider's event, and the ledger that remembers it. */
@NullMarked
package dev.once.webhooks.sameness;

import org.jspecify.annotations.NullMarked;
