package io.sluice.language.syntax.yaml;

import io.sluice.language.source.SourceRange;
import org.jspecify.annotations.Nullable;

/**
 * A scalar as it is written.
 *
 * @param value with folding and escapes undone
 * @param tag empty without one
 * @param plain without quotes, so that it may be something else than a string
 * @param anchor the name that aliases may use
 */
public record YamlScalar(
    String value, String tag, boolean plain, @Nullable String anchor, SourceRange range) {}
