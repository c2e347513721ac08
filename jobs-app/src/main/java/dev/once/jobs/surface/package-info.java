/** The one place where a step becomes a claim, and the vendor call between two of them. */
@NullMarked
package dev.once.jobs.surface;

import org.jspecify.annotations.NullMarked;
