/** What workers must know of runs that are cancelled or paused, followed from the control topic. */
@NullMarked
package io.sluice.worker.standing;

import org.jspecify.annotations.NullMarked;
