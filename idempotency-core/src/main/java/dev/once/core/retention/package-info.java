/** Keeps ledgers from growing for ever, and counts what must never be there: duplicate effects. */
@NullMarked
package dev.once.core.retention;

import org.jspecify.annotations.NullMarked;
