/** Tools that show whether something really happens once: for this project's tests and for an adopter's. */
@org.jspecify.annotations.NullMarked
package dev.once.test;
