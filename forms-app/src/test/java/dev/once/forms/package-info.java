@NullMarked
package dev.once.forms;

import org.jspecify.annotations.NullMarked;
