/**
 * What of a task is secret: where its variables come from, what opens and seals its values, and the
 * identity of an object whose id contains a secret. It must not call a provider.
 */
@NullMarked
package io.sluice.worker.secret;

import org.jspecify.annotations.NullMarked;
