/** One vocabulary for the labs, the chaos runs and the judge: what is tried, what senders hear, and what is damaged. */
@NullMarked
package dev.once.faults.verdict;

import org.jspecify.annotations.NullMarked;
