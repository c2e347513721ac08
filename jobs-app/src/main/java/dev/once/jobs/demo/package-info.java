/** The demo profile: a vendor to try things out with, and books to add up. */
@NullMarked
package dev.once.jobs.demo;

import org.jspecify.annotations.NullMarked;
