/** Keeps what an operator copies true: alerts, dashboard, roles. */
@NullMarked
package dev.once.proof.operations;

import org.jspecify.annotations.NullMarked;
