/** The jobs themselves, as steps. */
@NullMarked
package dev.once.jobs.work;

import org.jspecify.annotations.NullMarked;
