/** Copies an app out and sees it live elsewhere. */
@NullMarked
package dev.once.proof.copying;

import org.jspecify.annotations.NullMarked;
