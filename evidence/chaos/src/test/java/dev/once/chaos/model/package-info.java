/** The protocol on paper: a database with one key, a few attempts, and every order in which their steps can happen. */
@NullMarked
package dev.once.chaos.model;

import org.jspecify.annotations.NullMarked;
