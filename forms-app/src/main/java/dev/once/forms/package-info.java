/** Forms for people: the key is minted when the form is rendered, so a double click creates one invoice. */
@NullMarked
package dev.once.forms;

import org.jspecify.annotations.NullMarked;
