/** How people sign in and stay signed in, with Spring Security and Spring Session. */
@NullMarked
package dev.once.forms.security;

import org.jspecify.annotations.NullMarked;
