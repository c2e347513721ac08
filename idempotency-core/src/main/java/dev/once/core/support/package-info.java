/** Small things that an application of the core needs beside it. */
@NullMarked
package dev.once.core.support;

import org.jspecify.annotations.NullMarked;
