/** The named points of the protocol, for tests that stop it there. */
@NullMarked
package dev.once.core.protocol;

import org.jspecify.annotations.NullMarked;
