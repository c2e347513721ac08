/** A public REST API: the same key gets the same bytes. */
@NullMarked
package dev.once.api;

import org.jspecify.annotations.NullMarked;
