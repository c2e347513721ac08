/** Who are you: members of organisations, their sessions, and how they sign in. */
@NullMarked
package dev.once.forms.provenance;

import org.jspecify.annotations.NullMarked;
