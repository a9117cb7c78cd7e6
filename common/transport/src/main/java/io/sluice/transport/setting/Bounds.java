package io.sluice.transport.setting;

/** What a number may be. */
public record Bounds(long least, long most) {}
