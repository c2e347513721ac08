/** The endpoint for programs and the pages for people. */
@NullMarked
package dev.once.jobs.pages;

import org.jspecify.annotations.NullMarked;
