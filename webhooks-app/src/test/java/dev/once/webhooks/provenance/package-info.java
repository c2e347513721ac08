@NullMarked
package dev.once.webhooks.provenance;

import org.jspecify.annotations.NullMarked;
