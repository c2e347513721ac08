/** Other people's services, over HTTP, with a key. */
@NullMarked
package dev.once.jobs.vendor;

import org.jspecify.annotations.NullMarked;
