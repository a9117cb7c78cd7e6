package io.sluice.stacks.load;

import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.BodySchema.Mode;

/** What the blocks of a stack's component files may hold. */
final class StackSchemas {
  private StackSchemas() {}

  static final BodySchema FILE =
      BodySchema.builder()
          .literal("language")
          .block("required_providers")
          .block("provider", "type", "name")
          .block("variable", "name")
          .block("locals")
          .block("output", "name")
          .block("component", "name")
          .block("stack", "name")
          .block("removed")
          .build();

  static final BodySchema PROVIDER =
      BodySchema.builder().optional("for_each").block("config").build();

  /** The type alone: variables of modules may leave it out. */
  static final BodySchema TYPED = BodySchema.builder().reference("type").build();

  static final BodySchema OUTPUT =
      BodySchema.builder()
          .literal("description")
          .attribute("type", true, Mode.REFERENCE)
          .required("value")
          .optional("sensitive", "ephemeral")
          .build();

  static final BodySchema COMPONENT =
      BodySchema.builder()
          .attribute("source", true, Mode.LITERAL)
          .literal("version")
          .optional("for_each", "inputs")
          .reference("providers", "depends_on")
          .build();

  static final BodySchema STACK =
      BodySchema.builder()
          .attribute("source", true, Mode.LITERAL)
          .literal("version")
          .optional("for_each", "inputs")
          .reference("depends_on")
          .build();

  static final BodySchema REMOVED =
      BodySchema.builder()
          .attribute("from", true, Mode.REFERENCE)
          .literal("source", "version")
          .reference("providers")
          .block("lifecycle")
          .build();

  static final BodySchema LIFECYCLE =
      BodySchema.builder().attribute("destroy", true, Mode.EXPRESSION).build();
}
