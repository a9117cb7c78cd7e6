/**
 * What a record of the topics {@code state} and {@code runs} is to the machine, and where resources
 * are kept. Owns nothing that is derived.
 */
@NullMarked
package io.sluice.machine.stored;

import org.jspecify.annotations.NullMarked;
