/** Who are you: the run that the job runtime says it is working on. */
@NullMarked
package dev.once.jobs.provenance;

import org.jspecify.annotations.NullMarked;
