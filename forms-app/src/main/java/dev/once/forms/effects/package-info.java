/** What happens once: invoices and their customers. */
@NullMarked
package dev.once.forms.effects;

import org.jspecify.annotations.NullMarked;
