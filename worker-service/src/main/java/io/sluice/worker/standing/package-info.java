/**
 * What workers must know of runs that are cancelled or paused, as the control topic says. Must not
 * stop a call by itself.
 */
@NullMarked
package io.sluice.worker.standing;

import org.jspecify.annotations.NullMarked;
