/** Keeps README and docs true: links, lines, excerpts and the shape of the four apps. */
@NullMarked
package dev.once.proof.docs;

import org.jspecify.annotations.NullMarked;
