/** The one central place: who are you, what is the key, once, answer; and the vendor call between two claims. */
@NullMarked
package dev.once.jobs.surface;

import org.jspecify.annotations.NullMarked;
