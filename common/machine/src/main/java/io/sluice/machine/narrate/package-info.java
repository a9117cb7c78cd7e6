/** Events for people and their programs. */
@NullMarked
package io.sluice.machine.narrate;

import org.jspecify.annotations.NullMarked;
