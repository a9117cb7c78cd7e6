package io.sluice.planner.loop;

/**
 * Why something has to be tried again.
 *
 * @param awaited what it waits for, for people
 * @param isAway whether everything that needs the same service waits as well
 */
public record Again(String why, String awaited, boolean isAway) {}
