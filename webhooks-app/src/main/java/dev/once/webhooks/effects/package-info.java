/** What happens once: one class an event type, and the tables it writes to. */
@NullMarked
package dev.once.webhooks.effects;

import org.jspecify.annotations.NullMarked;
