/** Who gets through Spring Security, and how many requests of a client at once. */
@NullMarked
package dev.once.api.security;

import org.jspecify.annotations.NullMarked;
