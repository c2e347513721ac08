/** For an adopter's tests: the rules that keep writes inside the core, and the contract of an idempotent endpoint. */
@org.jspecify.annotations.NullMarked
package dev.once.test;
