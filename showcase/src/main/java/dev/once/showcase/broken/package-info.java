/** Broken on purpose: code that looks idempotent and is not. Exempt from the fences by this package's name; never copy from here. */
@NullMarked
package dev.once.showcase.broken;

import org.jspecify.annotations.NullMarked;
