@NullMarked
package dev.once.judged;

import org.jspecify.annotations.NullMarked;
