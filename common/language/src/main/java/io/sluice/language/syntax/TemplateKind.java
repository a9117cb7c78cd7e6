package io.sluice.language.syntax;

/** How a template was written; its value does not depend on it. */
public enum TemplateKind {
  QUOTED,
  HEREDOC,
  /** A whole text: a file for {@code templatefile}, a string of JSON or YAML. */
  BARE
}
