/**
 * The vocabulary that every part of Sluice shares: addresses and lineages, plans and nodes, the
 * records of state and of runs, and the messages that travel between the services. Pure data:
 * nothing here reads a clock, talks to a network or decides anything.
 */
@NullMarked
package io.sluice.model;

import org.jspecify.annotations.NullMarked;
