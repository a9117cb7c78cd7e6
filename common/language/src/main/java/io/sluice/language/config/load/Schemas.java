package io.sluice.language.config.load;

import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.BodySchema.Mode;

/** What the blocks of a configuration may hold. */
final class Schemas {
  private Schemas() {}

  static final BodySchema ROOT =
      BodySchema.builder()
          .block("terraform")
          .block("sluice")
          .block("required_providers")
          .block("provider", "name")
          .block("variable", "name")
          .block("locals")
          .block("output", "name")
          .block("module", "name")
          .block("resource", "type", "name")
          .block("data", "type", "name")
          .block("ephemeral", "type", "name")
          .block("step", "runner", "name")
          .block("moved")
          .block("removed")
          .block("import")
          .block("check", "name")
          .build();

  static final BodySchema TERRAFORM =
      BodySchema.builder()
          .literal("required_version", "experiments", "language")
          .block("required_providers")
          .block("backend", "type")
          .block("cloud")
          .block("provider_meta", "provider")
          .build();

  static final String DEFER_UNKNOWN_PROVIDERS = "defer_unknown_providers";

  static final BodySchema SLUICE =
      BodySchema.builder()
          .literal("workspace", "after", "on_change")
          .optional(DEFER_UNKNOWN_PROVIDERS)
          .build();

  static final BodySchema VARIABLE =
      BodySchema.builder()
          .literal("description", "default")
          .reference("type")
          .optional("sensitive", "nullable", "ephemeral", "deprecated")
          .block("validation")
          .build();

  static final BodySchema CONDITION =
      BodySchema.builder().required("condition", "error_message").build();

  static final BodySchema OUTPUT =
      BodySchema.builder()
          .literal("description", "deprecated")
          .required("value")
          .reference("depends_on")
          .optional("sensitive", "ephemeral")
          .block("precondition")
          .block("postcondition")
          .build();

  static final BodySchema MODULE =
      BodySchema.builder()
          .attribute("source", true, Mode.LITERAL)
          .literal("version")
          .optional("count", "for_each")
          .reference("depends_on", "providers")
          .block("lifecycle")
          .block("locals")
          .block("provider", "type")
          .build();

  static final BodySchema RESOURCE =
      BodySchema.builder()
          .optional("count", "for_each")
          .reference("provider", "depends_on")
          .block("lifecycle")
          .block("connection")
          .block("provisioner", "type")
          .build();

  static final BodySchema DATA =
      BodySchema.builder()
          .optional("count", "for_each")
          .reference("provider", "depends_on")
          .block("lifecycle")
          .build();

  static final BodySchema LIFECYCLE =
      BodySchema.builder()
          .optional("create_before_destroy", "prevent_destroy")
          .reference("ignore_changes", "replace_triggered_by")
          .block("precondition")
          .block("postcondition")
          .build();

  static final BodySchema STEP =
      BodySchema.builder()
          .optional("count", "for_each")
          .reference("depends_on")
          .block("arguments")
          .build();

  static final BodySchema MOVED =
      BodySchema.builder()
          .attribute("from", true, Mode.REFERENCE)
          .attribute("to", true, Mode.REFERENCE)
          .build();

  static final BodySchema REMOVED =
      BodySchema.builder()
          .attribute("from", true, Mode.REFERENCE)
          .block("lifecycle")
          .block("connection")
          .block("provisioner", "type")
          .build();

  static final BodySchema REMOVED_LIFECYCLE =
      BodySchema.builder().attribute("destroy", true, Mode.EXPRESSION).build();

  static final BodySchema IMPORT =
      BodySchema.builder()
          .attribute("to", true, Mode.REFERENCE)
          .optional("id", "identity", "for_each")
          .reference("provider")
          .build();

  static final BodySchema CHECK =
      BodySchema.builder().block("data", "type", "name").block("assert").build();

  static final BodySchema PROVIDER = BodySchema.builder().literal("alias", "version").build();

  static final BodySchema TEST_FILE =
      BodySchema.builder()
          .block("run", "name")
          .block("provider", "name")
          .block("mock_provider", "name")
          .block("variables")
          .block("override_resource")
          .block("override_data")
          .block("override_module")
          .build();

  static final BodySchema TEST_RUN =
      BodySchema.builder()
          .literal("state_key")
          .reference("command", "providers", "expect_failures")
          .block("plan_options")
          .block("assert")
          .block("variables")
          .block("module")
          .block("override_resource")
          .block("override_data")
          .block("override_module")
          .build();

  static final BodySchema TEST_OPTIONS =
      BodySchema.builder().optional("refresh").reference("mode", "replace", "target").build();

  static final BodySchema TEST_MODULE = BodySchema.builder().literal("source", "version").build();

  static final BodySchema MOCK_PROVIDER =
      BodySchema.builder().literal("alias", "source").reference("override_during").build();

  static final BodySchema MOCK_DATA =
      BodySchema.builder()
          .block("mock_resource", "type")
          .block("mock_data", "type")
          .block("override_resource")
          .block("override_data")
          .build();

  static final BodySchema MOCK_VALUES =
      BodySchema.builder().optional("defaults").reference("override_during").build();

  static final BodySchema OVERRIDE =
      BodySchema.builder()
          .optional("values", "outputs")
          .reference("target", "override_during")
          .build();
}
