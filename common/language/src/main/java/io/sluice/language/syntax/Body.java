package io.sluice.language.syntax;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import java.util.Map;

/**
 * What is in a file or between the braces of a block. Native syntax says itself what is an
 * attribute and what a block; in JSON and YAML only a schema tells. So a body is read through a
 * schema, which hides the kind from its reader.
 */
public interface Body {
  /** Everything that the schema names; anything else, or anything missing, is a diagnostic. */
  BodyContent content(BodySchema schema, Diagnostics diagnostics);

  /** What the schema names, and a body of the rest. */
  PartialContent partialContent(BodySchema schema, Diagnostics diagnostics);

  /** All of it as attributes, in the order of the text; a block is a diagnostic. */
  Map<String, Attribute> justAttributes(Diagnostics diagnostics);

  /** Where to point when something is missing from the body. */
  SourceRange missingItemRange();

  /** What a schema took and what it left. */
  record PartialContent(BodyContent content, Body rest) {}
}
