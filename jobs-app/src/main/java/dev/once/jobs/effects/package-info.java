/** What happens once: runs, statements, charges and e-mails. */
@NullMarked
package dev.once.jobs.effects;

import org.jspecify.annotations.NullMarked;
