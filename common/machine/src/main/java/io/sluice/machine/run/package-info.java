/**
 * A run as the machine holds it, in parts that change together, and the record that it is stored
 * as. Where its nodes stand is counted elsewhere and kept here when their graph is gone.
 */
@NullMarked
package io.sluice.machine.run;

import org.jspecify.annotations.NullMarked;
