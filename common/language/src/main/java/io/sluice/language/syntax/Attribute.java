package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;

/** {@code name = expression}. */
public record Attribute(
    String name, Expression expression, SourceRange nameRange, SourceRange range) {}
