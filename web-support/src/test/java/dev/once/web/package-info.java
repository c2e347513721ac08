@NullMarked
package dev.once.web;

import org.jspecify.annotations.NullMarked;
