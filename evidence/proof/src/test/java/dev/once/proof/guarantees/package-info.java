/** Takes each guarantee out of the core in turn, and sees a test go red. */
@NullMarked
package dev.once.proof.guarantees;

import org.jspecify.annotations.NullMarked;
