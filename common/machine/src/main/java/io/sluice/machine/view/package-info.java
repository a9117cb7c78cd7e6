/** A workspace as the query API shows it: claims and runs. Must not change anything. */
@NullMarked
package io.sluice.machine.view;

import org.jspecify.annotations.NullMarked;
