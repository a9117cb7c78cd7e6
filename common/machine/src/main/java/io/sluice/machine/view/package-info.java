/** A workspace as people ask for it. Changes nothing. */
@NullMarked
package io.sluice.machine.view;

import org.jspecify.annotations.NullMarked;
