/** Where requests become answers: provenance, key, once, fold. */
@NullMarked
package dev.once.api.surface;

import org.jspecify.annotations.NullMarked;
