/** One payment, several workers, and what can go wrong between them: the same ordeal for the right code and for each broken one. */
@NullMarked
package dev.once.showcase.lab;

import org.jspecify.annotations.NullMarked;
