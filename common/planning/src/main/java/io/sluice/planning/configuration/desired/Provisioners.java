package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.language.config.ProvisionerKeywords;
import io.sluice.language.config.Resource;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.instancing.deferred.DeferredExpressions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.configuration.address.StaticResources;
import io.sluice.planning.configuration.values.PlannedValues;
import io.sluice.planning.decide.DesiredState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code provisioner "local-exec"}: commands on the worker, one after the other. Those of a
 * creation are steps that the resource's dependents wait for; those of a destruction are steps that
 * the delete waits for, and know what they refer to when they are planned.
 */
final class Provisioners {
  private static final String RUNNER = "exec";

  private static final BodySchema LOCAL_EXEC =
      BodySchema.builder()
          .required("command")
          .optional("working_dir", "environment", "interpreter", "quiet")
          .reference("when", "on_failure")
          .build();

  private Provisioners() {}

  /** The steps of a resource that is made by this plan, in their order. */
  static List<Node> of(
      DesiredConfiguration.Block block, ResourceInstances.One one, Diagnostics diagnostics) {
    List<Node> nodes = new ArrayList<>();
    List<Block> written = at(When.CREATE, block.resource());
    for (int i = 0; i < written.size(); i++) {
      boolean last = i == written.size() - 1;
      Address before = nodes.isEmpty() ? block.address() : nodes.getLast().address();
      Node node =
          node(
              written.get(i),
              block.context().withSelf(one),
              new NodeId(block.address(), Role.PROVISIONER, last ? NodeId.NONE : i).address(),
              new TreeSet<>(List.of(block.address(), before)),
              diagnostics);
      if (node != null) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  /**
   * The steps before an object goes, in their order. They know the object as state has it, and
   * nothing else of the configuration: the resource may have no such instance any more.
   */
  static List<Node> beforeDeletion(
      StateRecord record,
      StaticResources resources,
      Function<Address, Optional<DesiredState.Served>> types,
      ModuleEnvironment environment,
      Diagnostics diagnostics) {
    List<Node> nodes = new ArrayList<>();
    StaticResources.Declared declared = resources.declared(record.address()).orElse(null);
    List<Block> written = declared == null ? List.of() : at(When.DESTROY, declared.block());
    DesiredState.Served served =
        written.isEmpty() ? null : types.apply(record.address()).orElse(null);
    // As in Terraform: what was never completed has nothing to be undone.
    if (declared == null || served == null || record.status() == RecordStatus.TAINTED) {
      return nodes;
    }
    EvaluationContext context =
        new EvaluationContext(
                ModuleInstance.root(declared.module(), environment),
                declared.block().repetition(),
                Repeated.at(InstanceKey.of(record.address().live())))
            .withSelf(
                new ResourceInstances.One(
                    record.address(), PlannedValues.of(served.type().schema(), record)));
    for (int i = 0; i < written.size(); i++) {
      int number = i == written.size() - 1 ? NodeId.NONE : i;
      Address at = new NodeId(record.address(), Role.DESTROY_PROVISIONER, number).address();
      Node node = node(written.get(i), context, at, new TreeSet<>(), diagnostics);
      if (node != null) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  private enum When {
    CREATE,
    DESTROY
  }

  private static List<Block> at(When when, Resource resource) {
    return resource.provisioners().stream()
        .filter(block -> ProvisionerKeywords.isOfDestruction(block) == (when == When.DESTROY))
        .toList();
  }

  private static @Nullable Node node(
      Block written,
      EvaluationContext context,
      Address address,
      SortedSet<Address> needs,
      Diagnostics diagnostics) {
    BodyContent content = written.body().content(LOCAL_EXEC, diagnostics);
    Attribute command = content.attribute("command");
    if (command == null) {
      return null;
    }
    DeferredExpressions deferred = new DeferredExpressions();
    ObjectNode config = Json.object();
    for (String name : List.of("command", "working_dir", "environment")) {
      Attribute attribute = content.attribute(name);
      if (attribute != null) {
        Value value = context.evaluate(attribute.expression(), diagnostics);
        needs.addAll(Needs.of(attribute.expression(), context));
        if (!value.isNull()) {
          config.set(name, deferred.compile(attribute.expression(), context, "/" + name));
        }
      }
    }
    Attribute interpreter = content.attribute("interpreter");
    if (interpreter != null) {
      interpreted(config, context.evaluate(interpreter.expression(), diagnostics).unmarked())
          .ifPresent(
              problem -> unsupported(problem, interpreter.expression().range(), diagnostics));
    }
    if (ProvisionerKeywords.goesOn(written)) {
      wrap(config, "(\n", "\n) || true");
    }
    return Node.of(
        draft -> {
          draft.id = address.text();
          draft.address = address;
          draft.action = Action.STEP;
          draft.type = RUNNER;
          draft.config = config;
          draft.values = deferred.references();
          draft.after = needs.stream().map(Address::text).toList();
          draft.dependencies = List.copyOf(needs);
          draft.repeat = RepeatClass.NONE;
          draft.sensitivePaths = deferred.sensitivePaths();
        });
  }

  private static void unsupported(String problem, SourceRange range, Diagnostics diagnostics) {
    diagnostics.add(
        Diagnostic.error("Unsupported provisioner", problem, range)
            .withHint(
                "A resource \"local_command\" can run commands for create, update and delete."));
  }

  /** The shell command that starts the interpreter with the command. */
  private static Optional<String> interpreted(ObjectNode config, Value interpreter) {
    if (!interpreter.isWhollyKnown() || interpreter.isNull() || !interpreter.type().isSequence()) {
      return Optional.of("The interpreter must be a known list of strings.");
    }
    JsonNode command = config.path("command");
    if (!command.isTextual() || command.textValue().contains("${")) {
      return Optional.of("With an interpreter, the command must be known when it is planned.");
    }
    StringBuilder line = new StringBuilder();
    interpreter
        .elements()
        .forEach(part -> line.append(quoted(part.unmarked().asText())).append(' '));
    config.put("command", line + quoted(command.textValue()));
    return Optional.empty();
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static void wrap(ObjectNode config, String before, String after) {
    JsonNode command = config.path("command");
    if (command.isTextual()) {
      config.set("command", TextNode.valueOf(before + command.textValue() + after));
    } else if (command.has("$expr")) {
      ((ObjectNode) command)
          .put(
              "$expr",
              "join(\"\", [%s, %s, %s])"
                  .formatted(
                      Quoting.quote(before), command.path("$expr").asText(), Quoting.quote(after)));
    }
  }
}
