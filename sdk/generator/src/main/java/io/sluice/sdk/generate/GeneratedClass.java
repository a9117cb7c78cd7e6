package io.sluice.sdk.generate;

/** A class of its own file. */
public record GeneratedClass(String name, String text) {}
