/** Sets the core up in a Spring Boot application. */
@NullMarked
package dev.once.core.autoconfigure;

import org.jspecify.annotations.NullMarked;
