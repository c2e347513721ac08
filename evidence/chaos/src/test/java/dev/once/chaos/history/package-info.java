/** What clients sent and heard, what the database says afterwards, and whether the two agree. */
@NullMarked
package dev.once.chaos.history;

import org.jspecify.annotations.NullMarked;
