/** What is the same: the key, the fingerprint, and the ledger that remembers the answer. */
@NullMarked
package dev.once.api.sameness;

import org.jspecify.annotations.NullMarked;
