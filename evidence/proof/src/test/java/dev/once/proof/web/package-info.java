/** The web part of the core, as a service meets it that has nothing else of ours. */
@NullMarked
package dev.once.proof.web;

import org.jspecify.annotations.NullMarked;
