/** The fault kit: callers that meet, networks that lose, processes that die, and attempts that stop at a named step. */
@org.jspecify.annotations.NullMarked
package dev.once.faults;
