package io.sluice.stacks.deployment;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.load.Reading;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.stacks.deployment.DeploymentConfiguration.AutoApproval;
import io.sluice.stacks.deployment.DeploymentConfiguration.Check;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import io.sluice.stacks.deployment.DeploymentConfiguration.Group;
import io.sluice.stacks.deployment.DeploymentConfiguration.IdentityToken;
import io.sluice.stacks.deployment.DeploymentConfiguration.PublishedOutput;
import io.sluice.stacks.deployment.DeploymentConfiguration.Store;
import io.sluice.stacks.deployment.DeploymentConfiguration.UpstreamInput;
import io.sluice.stacks.load.DeclaredOnce;
import io.sluice.stacks.load.StackFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the deployment files of a stack's directory. */
final class DeploymentReader {
  private final Diagnostics diagnostics;
  private final Reading reading;
  private final DeclaredOnce once;
  private @Nullable String name;
  private final SortedMap<String, Local> locals = new TreeMap<>();
  private final SortedMap<String, Deployment> deployments = new TreeMap<>();
  private final SortedMap<String, Group> groups = new TreeMap<>();
  private final SortedMap<String, AutoApproval> autoApprovals = new TreeMap<>();
  private final SortedMap<String, PublishedOutput> published = new TreeMap<>();
  private final SortedMap<String, UpstreamInput> upstream = new TreeMap<>();
  private final SortedMap<String, IdentityToken> tokens = new TreeMap<>();
  private final SortedMap<String, Store> stores = new TreeMap<>();
  private final SortedMap<String, DeploymentRollout> rollouts = new TreeMap<>();

  private DeploymentReader(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.reading = new Reading(diagnostics);
    this.once = new DeclaredOnce(diagnostics);
  }

  static DeploymentConfiguration read(ConfigurationFiles files, Diagnostics diagnostics) {
    DeploymentReader reader = new DeploymentReader(diagnostics);
    StackFiles.DEPLOYMENTS
        .blocks(files, ".", DeploymentSchemas.FILE, diagnostics)
        .forEach(reader::add);
    return new DeploymentConfiguration(
        reader.name,
        reader.locals,
        reader.deployments,
        reader.groups,
        reader.autoApprovals,
        reader.published,
        reader.upstream,
        reader.tokens,
        reader.stores,
        reader.rollouts);
  }

  private void add(Block block) {
    switch (block.type()) {
      case "sluice" -> {
        BodyContent content = block.body().content(DeploymentSchemas.SLUICE, diagnostics);
        String said = reading.string(content, "stack");
        name = said.isEmpty() ? name : said;
      }
      case "locals" -> {
        for (Attribute value : block.body().justAttributes(diagnostics).values()) {
          Local local = new Local(value.name(), value.expression(), value.range());
          once.put("local.", locals, local, Local::name, Local::range);
        }
      }
      case "deployment" ->
          once.put(
              "deployment.", deployments, deployment(block), Deployment::name, Deployment::range);
      case "deployment_group" ->
          once.put("deployment_group.", groups, group(block), Group::name, Group::range);
      case "deployment_auto_approve" ->
          once.put(
              "deployment_auto_approve.",
              autoApprovals,
              autoApproval(block),
              AutoApproval::name,
              AutoApproval::range);
      case "publish_output" ->
          once.put(
              "publish_output.",
              published,
              published(block),
              PublishedOutput::name,
              PublishedOutput::range);
      case "upstream_input" ->
          once.put(
              "upstream_input.",
              upstream,
              upstream(block),
              UpstreamInput::name,
              UpstreamInput::range);
      case "identity_token" -> {
        block.body().content(DeploymentSchemas.TOKEN, diagnostics);
        IdentityToken token = new IdentityToken(named(block), block.headerRange());
        once.put("identity_token.", tokens, token, IdentityToken::name, IdentityToken::range);
      }
      case "store" -> store(block);
      case "rollout" ->
          once.put(
              "rollout.",
              rollouts,
              new RolloutReader(diagnostics).read(named(block), block),
              DeploymentRollout::name,
              DeploymentRollout::range);
      case "orchestrate" ->
          diagnostics.add(
              Diagnostic.error(
                      "Retired block",
                      "\"orchestrate\" has become deployment_auto_approve in Terraform's language.",
                      block.headerRange())
                  .withHint(
                      "Write a deployment_auto_approve block, and name it in a deployment_group."));
      default -> throw new IllegalStateException("no schema has " + block.type());
    }
  }

  private String named(Block block) {
    String label = block.labels().getFirst();
    reading.checkName(
        label, "Invalid %s name".formatted(block.type()), block.labelRanges().getFirst());
    return label;
  }

  private Deployment deployment(Block block) {
    BodyContent content = block.body().content(DeploymentSchemas.DEPLOYMENT, diagnostics);
    Attribute imported = content.attribute("import");
    if (imported != null) {
      diagnostics.error(
          "Not supported",
          "A deployment can't import what another system deployed: `sluice import` takes objects"
              + " into its workspace.",
          imported.nameRange());
    }
    return new Deployment(
        named(block),
        Reading.expression(content, "inputs"),
        reading.bool(content, "destroy", false),
        reading.reference(Reading.expression(content, "deployment_group")),
        block.headerRange());
  }

  private Group group(Block block) {
    BodyContent content = block.body().content(DeploymentSchemas.GROUP, diagnostics);
    return new Group(
        named(block),
        reading.references(content.attribute("auto_approve_checks")),
        block.headerRange());
  }

  private AutoApproval autoApproval(Block block) {
    BodyContent content = block.body().content(DeploymentSchemas.AUTO_APPROVAL, diagnostics);
    List<Check> checks = new ArrayList<>();
    for (Block check : content.blocks("check")) {
      BodyContent inner = check.body().content(DeploymentSchemas.CHECK, diagnostics);
      Expression condition = Reading.expression(inner, "condition");
      Expression reason = Reading.expression(inner, "reason");
      if (condition != null && reason != null) {
        checks.add(new Check(condition, reason, check.headerRange()));
      }
    }
    if (content.blocks("check").isEmpty()) {
      diagnostics.error(
          "Missing check block",
          "A rule without a check would approve every plan: write at least one.",
          block.headerRange());
    }
    return new AutoApproval(named(block), checks, block.headerRange());
  }

  private PublishedOutput published(Block block) {
    BodyContent content = block.body().content(DeploymentSchemas.PUBLISHED, diagnostics);
    Expression value = Reading.expression(content, "value");
    return new PublishedOutput(
        named(block),
        reading.string(content, "description"),
        value == null ? new Expression.Missing(block.headerRange()) : value,
        block.headerRange());
  }

  private UpstreamInput upstream(Block block) {
    BodyContent content = block.body().content(DeploymentSchemas.UPSTREAM, diagnostics);
    Attribute type = content.attribute("type");
    if (type != null && !"stack".equals(Reading.text(type.expression()))) {
      diagnostics.error(
          "Invalid upstream input",
          "An upstream input is of the type \"stack\".",
          type.expression().range());
    }
    return new UpstreamInput(named(block), reading.string(content, "source"), block.headerRange());
  }

  private void store(Block block) {
    String type = block.labels().get(0);
    Store store = new Store(type, block.labels().get(1), block.headerRange());
    once.put("", stores, store, Store::reference, Store::range);
    diagnostics.add(
        Diagnostic.error(
                "No stores",
                "A fleet has no variable sets, so that there is nothing that \"store\" could read.",
                block.headerRange())
            .withHint(
                "Let workers read secrets where they are used: worker_env(\"NAME\") in a provider's"
                    + " config. Other values are locals of the deployment file."));
  }
}
