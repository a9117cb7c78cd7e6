/** From facts to events for people and their programs: all sentences of the machine. */
@NullMarked
package io.sluice.machine.narrate;

import org.jspecify.annotations.NullMarked;
