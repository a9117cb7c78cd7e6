package io.sluice.stacks.deployment;

import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.BodySchema.Mode;

/** What the blocks of a stack's deployment files may hold. */
final class DeploymentSchemas {
  private DeploymentSchemas() {}

  static final BodySchema FILE =
      BodySchema.builder()
          .block("sluice")
          .block("locals")
          .block("deployment", "name")
          .block("deployment_group", "name")
          .block("deployment_auto_approve", "name")
          .block("publish_output", "name")
          .block("upstream_input", "name")
          .block("identity_token", "name")
          .block("store", "type", "name")
          .block("rollout", "name")
          .block("orchestrate", "type", "name")
          .build();

  static final BodySchema SLUICE = BodySchema.builder().literal("stack").build();

  static final BodySchema DEPLOYMENT =
      BodySchema.builder()
          .optional("inputs", "destroy", "import")
          .reference("deployment_group")
          .build();

  static final BodySchema GROUP =
      BodySchema.builder().attribute("auto_approve_checks", true, Mode.REFERENCE).build();

  static final BodySchema AUTO_APPROVAL = BodySchema.builder().block("check").build();

  static final BodySchema CHECK = BodySchema.builder().required("condition", "reason").build();

  static final BodySchema PUBLISHED =
      BodySchema.builder().literal("description").required("value").build();

  static final BodySchema UPSTREAM =
      BodySchema.builder()
          .attribute("type", true, Mode.LITERAL)
          .attribute("source", true, Mode.LITERAL)
          .build();

  static final BodySchema TOKEN = BodySchema.builder().required("audience").build();

  static final BodySchema ROLLOUT =
      BodySchema.builder()
          .reference("deployments", "canary")
          .optional("waves", "max_failures", "pause")
          .literal("on_failure")
          .block("check")
          .build();

  static final BodySchema ROLLOUT_CHECK =
      BodySchema.builder().literal("urls", "output", "hold").build();
}
