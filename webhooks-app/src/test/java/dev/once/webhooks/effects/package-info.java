@NullMarked
package dev.once.webhooks.effects;

import org.jspecify.annotations.NullMarked;
