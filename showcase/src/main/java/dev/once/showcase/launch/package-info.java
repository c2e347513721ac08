/** The processes: one PostgreSQL and the four apps, started, watched, started again, and all ended together. */
@NullMarked
package dev.once.showcase.launch;

import org.jspecify.annotations.NullMarked;
