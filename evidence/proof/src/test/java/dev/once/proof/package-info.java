/** What the core promises, each promise as a test on a real PostgreSQL. */
@NullMarked
package dev.once.proof;

import org.jspecify.annotations.NullMarked;
