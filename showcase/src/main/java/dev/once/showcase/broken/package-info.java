/** Broken on purpose: code that looks idempotent and is not. FencesTest exempts this package by name; never copy from here. */
@NullMarked
package dev.once.showcase.broken;

import org.jspecify.annotations.NullMarked;
