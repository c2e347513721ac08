/** Learn by doing: the lessons as pages, and exercises that are judged. */
@NullMarked
package dev.once.showcase.learn;

import org.jspecify.annotations.NullMarked;
