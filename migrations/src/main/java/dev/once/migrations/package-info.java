/** Brings the database to the shape that the code expects, one owner at a time. */
@NullMarked
package dev.once.migrations;

import org.jspecify.annotations.NullMarked;
