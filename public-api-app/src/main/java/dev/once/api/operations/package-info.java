/** The operations of the API: what each takes, checks, does and answers. */
@NullMarked
package dev.once.api.operations;

import org.jspecify.annotations.NullMarked;
