/** The one central place: who are you, what is the key, once, answer. */
@NullMarked
package dev.once.api.surface;

import org.jspecify.annotations.NullMarked;
