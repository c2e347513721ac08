/** What happens once. */
@NullMarked
package dev.once.api.effects;

import org.jspecify.annotations.NullMarked;
