@NullMarked
package dev.once.webhooks.surface;

import org.jspecify.annotations.NullMarked;
