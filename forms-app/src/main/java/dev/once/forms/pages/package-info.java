/** Pages for people. */
@NullMarked
package dev.once.forms.pages;

import org.jspecify.annotations.NullMarked;
