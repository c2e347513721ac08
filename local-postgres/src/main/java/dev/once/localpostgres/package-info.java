/** A real PostgreSQL with nothing to install: for running locally and for tests, never for production. */
@NullMarked
package dev.once.localpostgres;

import org.jspecify.annotations.NullMarked;
