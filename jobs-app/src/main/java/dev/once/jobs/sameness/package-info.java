/** What is the key: the step, in the scope of its run; and the ledger of finished steps. */
@NullMarked
package dev.once.jobs.sameness;

import org.jspecify.annotations.NullMarked;
