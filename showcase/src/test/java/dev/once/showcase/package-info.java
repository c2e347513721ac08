/** The showcase, seen from outside. */
@NullMarked
package dev.once.showcase;

import org.jspecify.annotations.NullMarked;
