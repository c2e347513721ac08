/** The real thing: two processes of every app on one database, bad networks around them, and senders of all kinds. */
@NullMarked
package dev.once.chaos.platform;

import org.jspecify.annotations.NullMarked;
