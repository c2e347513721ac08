/** What the web apps share: errors, limits, operator security, defaults and the look. */
@NullMarked
package dev.once.web;

import org.jspecify.annotations.NullMarked;
