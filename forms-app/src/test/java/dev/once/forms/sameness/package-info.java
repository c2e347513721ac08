@NullMarked
package dev.once.forms.sameness;

import org.jspecify.annotations.NullMarked;
