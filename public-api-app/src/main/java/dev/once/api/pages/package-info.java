/** For people: the start page, the problems explained, and the documentation. */
@NullMarked
package dev.once.api.pages;

import org.jspecify.annotations.NullMarked;
