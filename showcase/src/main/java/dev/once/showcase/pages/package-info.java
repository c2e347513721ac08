/** The page, and what its buttons call. */
@NullMarked
package dev.once.showcase.pages;

import org.jspecify.annotations.NullMarked;
