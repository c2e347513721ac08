/** Tries any HTTP endpoint, in any language, as impatient senders and a bad network would, and says what it found. */
@NullMarked
package dev.once.showcase.judge;

import org.jspecify.annotations.NullMarked;
