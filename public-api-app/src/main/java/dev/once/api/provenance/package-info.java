/** Who are you: a client with a bearer token. */
@NullMarked
package dev.once.api.provenance;

import org.jspecify.annotations.NullMarked;
