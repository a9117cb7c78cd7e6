package io.sluice.language.source;

/** A place in a file: line and column count from 1, the byte offset from 0. */
public record SourcePosition(int line, int column, int offset) {}
