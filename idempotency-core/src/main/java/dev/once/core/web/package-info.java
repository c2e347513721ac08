/** For an HTTP API on Spring MVC: the key as a controller's argument, operations on the shared table, and problem details. */
@NullMarked
package dev.once.core.web;

import org.jspecify.annotations.NullMarked;
