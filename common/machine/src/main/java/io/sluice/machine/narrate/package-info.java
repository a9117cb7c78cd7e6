/**
 * From facts to events for people and programs: all sentences of the machine. Must not decide
 * anything.
 */
@NullMarked
package io.sluice.machine.narrate;

import org.jspecify.annotations.NullMarked;
