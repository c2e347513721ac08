/** One command that starts everything, and one page that shows it. */
@NullMarked
package dev.once.showcase;

import org.jspecify.annotations.NullMarked;
