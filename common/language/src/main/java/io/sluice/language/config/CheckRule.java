package io.sluice.language.config;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;

/** A condition, and the message for when it does not hold. */
public record CheckRule(Expression condition, Expression errorMessage, SourceRange range) {}
