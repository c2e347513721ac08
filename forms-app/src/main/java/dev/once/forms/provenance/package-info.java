/** Who are you: members of organisations, and the seal on the forms that were rendered for them. */
@NullMarked
package dev.once.forms.provenance;

import org.jspecify.annotations.NullMarked;
