/** A service that existed before, and uses only the core: what docs/using-the-core.md and docs/copying.md quote. */
@NullMarked
package dev.once.proof.adopter;

import org.jspecify.annotations.NullMarked;
