/** What is the key: the form's own, and where none is needed. */
@NullMarked
package dev.once.forms.sameness;

import org.jspecify.annotations.NullMarked;
