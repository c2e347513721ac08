/** The four running apps, tried over real HTTP: the same attempt many times, an answer lost, a process killed. */
@NullMarked
package dev.once.showcase.surfaces;

import org.jspecify.annotations.NullMarked;
