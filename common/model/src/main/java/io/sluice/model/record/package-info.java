/**
 * What is kept: records of resources, of runs and of their nodes, and the keys they are stored
 * under. Folding them is the business of the machine.
 */
@NullMarked
package io.sluice.model.record;

import org.jspecify.annotations.NullMarked;
