/**
 * What a decision says: facts, notes for people, and what is decided next. Facts live for one step
 * and are never stored.
 */
@NullMarked
package io.sluice.machine.fact;

import org.jspecify.annotations.NullMarked;
