/** What an operator sees and may do. */
@NullMarked
package dev.once.core.operations;

import org.jspecify.annotations.NullMarked;
