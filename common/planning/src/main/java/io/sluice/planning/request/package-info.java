/**
 * What becomes of a request for a plan or an expansion: the planner's decision apart from all that
 * it reads, sends and waits for, so that a simulated planner decides the same way.
 */
@NullMarked
package io.sluice.planning.request;

import org.jspecify.annotations.NullMarked;
