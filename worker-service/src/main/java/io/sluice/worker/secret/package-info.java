/**
 * What of a task is secret: where its variables come from, what opens and seals its values, and who
 * its object is when the id holds a secret. It calls no provider.
 */
@NullMarked
package io.sluice.worker.secret;

import org.jspecify.annotations.NullMarked;
