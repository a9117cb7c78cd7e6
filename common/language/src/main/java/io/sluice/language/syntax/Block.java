package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;
import java.util.List;

/**
 * {@code type "label" { … }}.
 *
 * @param headerRange the type and the labels, without the body: what a diagnostic points to
 */
public record Block(
    String type,
    List<String> labels,
    Body body,
    SourceRange typeRange,
    List<SourceRange> labelRanges,
    SourceRange headerRange) {
  public Block {
    labels = List.copyOf(labels);
    labelRanges = List.copyOf(labelRanges);
  }
}
