/**
 * What leaves the planner for others to read: faults without the text around them, configurations
 * with their secrets sealed.
 */
@NullMarked
package io.sluice.planner.outgoing;

import org.jspecify.annotations.NullMarked;
