package io.sluice.transport.query;

import java.time.Duration;

/**
 * How long one question may take.
 *
 * @param owner while there is no answer: a takeover takes some seconds
 * @param version while the owner has not come to the version that is asked for
 * @param answer until an owner has written its answer
 */
public record Patience(Duration owner, Duration version, Duration answer) {}
