/** Pages for people. */
@NullMarked
package dev.once.webhooks.pages;

import org.jspecify.annotations.NullMarked;
