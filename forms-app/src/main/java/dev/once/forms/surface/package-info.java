/** The one central place: provenance, key, once, answer. */
@NullMarked
package dev.once.forms.surface;

import org.jspecify.annotations.NullMarked;
