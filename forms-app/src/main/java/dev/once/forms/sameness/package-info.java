/** What is the key: the rendered form's own, and the ledger that remembers it. */
@NullMarked
package dev.once.forms.sameness;

import org.jspecify.annotations.NullMarked;
