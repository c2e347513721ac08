/** A service that was there before and knows nothing of Once: what must not change when the dependency is added. */
@NullMarked
package dev.once.proof.existing;

import org.jspecify.annotations.NullMarked;
