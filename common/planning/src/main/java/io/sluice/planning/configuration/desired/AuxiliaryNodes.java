package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.instancing.Conditions;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.deferred.DeferredExpressions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.Timeouts;
import io.sluice.planning.configuration.values.BodyDecoder;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.document.Lifecycle;
import io.sluice.planning.document.Settings;
import io.sluice.provider.schema.TypeSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Nodes of a run that do not change managed resources. */
public final class AuxiliaryNodes {
  private static final String CONDITION = "sluice_condition";

  private AuxiliaryNodes() {}

  /** A node if something has to wait for the run, and what the conditions need. */
  record Made(@Nullable Node node, SortedSet<Address> needs) {}

  private static Node node(
      Address address,
      Action action,
      String type,
      @Nullable Settings settings,
      JsonNode config,
      List<Reference> references,
      SortedSet<Address> needs,
      Node.@Nullable Prior prior,
      RepeatClass repeat,
      int schemaVersion,
      List<String> sensitive) {
    return Node.of(
        draft -> {
          draft.id = address.text();
          draft.address = address;
          draft.action = action;
          draft.type = type;
          draft.provider = settings == null ? null : settings.provider();
          draft.pool = settings == null ? null : settings.pool();
          draft.config = config;
          draft.values = references;
          draft.after = needs.stream().map(Address::text).toList();
          draft.dependencies = List.copyOf(needs);
          draft.prior = prior;
          draft.repeat = repeat;
          draft.timeouts = settings == null ? Timeouts.NONE : settings.timeouts();
          draft.retry = settings == null ? null : settings.retry();
          draft.schemaVersion = schemaVersion;
          draft.sensitivePaths = sensitive;
          draft.providerBlock = settings == null ? null : settings.block();
        });
  }

  static Node data(
      DesiredConfiguration.Block block,
      Decoded body,
      List<Reference> references,
      Settings settings,
      SortedSet<Address> needs) {
    TypeSchema schema = block.type().schema();
    return node(
        block.address(),
        Action.READ,
        schema.type(),
        settings,
        body.config(),
        references,
        needs,
        null,
        RepeatClass.PURE,
        schema.version(),
        sensitive(schema, body.sensitivePaths()));
  }

  static Node imported(
      DesiredConfiguration.Block block,
      Decoded body,
      Settings settings,
      SortedSet<Address> needs,
      String id) {
    TypeSchema schema = block.type().schema();
    return node(
        block.address(),
        Action.IMPORT,
        schema.type(),
        settings,
        body.config(),
        body.references(),
        needs,
        new Node.Prior(block.address(), id, 0),
        RepeatClass.PURE,
        schema.version(),
        sensitive(schema, body.sensitivePaths()));
  }

  private static List<String> sensitive(TypeSchema schema, List<String> more) {
    SortedSet<String> all = new TreeSet<>(schema.sensitivePointers());
    all.addAll(more);
    return List.copyOf(all);
  }

  static Decoded arguments(
      Step step, TypeSchema schema, EvaluationContext context, Diagnostics diagnostics) {
    return step.arguments() == null
        ? new Decoded(
            Json.object(), Map.of(), List.of(), List.of(), new TreeSet<>(), true, Map.of())
        : BodyDecoder.decode(step.arguments(), schema.body(), context, diagnostics);
  }

  static Node step(
      Step step, TypeSchema schema, Decoded body, Address address, SortedSet<Address> ordering) {
    SortedSet<Address> needs = new TreeSet<>(ordering);
    needs.addAll(body.needs());
    return node(
        address,
        Action.STEP,
        step.runner(),
        lasting(schema),
        body.config(),
        body.references(),
        needs,
        null,
        schema.repeats().of(Action.CREATE),
        schema.version(),
        sensitive(schema, body.sensitivePaths()));
  }

  private static @Nullable Settings lasting(TypeSchema schema) {
    Duration lasts = schema.lasts();
    return lasts == null
        ? null
        : new Settings(
            null, null, Lifecycle.DEFAULT, new Timeouts(Map.of(Action.STEP, lasts)), null);
  }

  /** The value of a step before the run: its output is unknown. */
  static Value stepValue() {
    return ObjectValue.of(Map.of("output", Values.UNKNOWN));
  }

  /** Checks what can be checked now, and makes a node of the rest. */
  static Made conditions(
      List<CheckRule> rules,
      EvaluationContext context,
      Address address,
      boolean after,
      Diagnostics diagnostics) {
    SortedSet<Address> needs = new TreeSet<>();
    ArrayNode waiting = Json.mapper().createArrayNode();
    DeferredExpressions deferred = new DeferredExpressions();
    for (CheckRule rule : rules) {
      needs.addAll(Needs.of(rule.condition(), context));
      switch (Conditions.check(rule, "condition", context.evaluator(), diagnostics)) {
        case HOLDS, BROKEN -> {}
        case FAILS ->
            diagnostics.add(
                Diagnostic.error(
                        after ? "Resource postcondition failed" : "Resource precondition failed",
                        Conditions.message(rule, context.evaluator(), diagnostics),
                        rule.condition().range())
                    .about(address.text()));
        case LATER -> {
          ObjectNode condition = waiting.addObject();
          String pointer = "/conditions/" + (waiting.size() - 1);
          condition.set(
              "condition", deferred.compile(rule.condition(), context, pointer + "/condition"));
          condition.set(
              "error_message",
              deferred.compile(rule.errorMessage(), context, pointer + "/error_message"));
          needs.addAll(Needs.of(rule.errorMessage(), context));
        }
      }
    }
    if (waiting.isEmpty()) {
      return new Made(null, needs);
    }
    ObjectNode config = Json.object();
    config.put("subject", address.text());
    config.put("moment", after ? "postcondition" : "precondition");
    config.set("conditions", waiting);
    SortedSet<Address> waits = new TreeSet<>(needs);
    if (after) {
      waits.add(address);
    } else {
      waits.remove(address);
    }
    Role role = after ? Role.POSTCONDITION : Role.PRECONDITION;
    Address id = new NodeId(address, role).address();
    return new Made(
        node(
            id,
            Action.STEP,
            CONDITION,
            null,
            config,
            deferred.references(),
            waits,
            null,
            RepeatClass.PURE,
            0,
            deferred.sensitivePaths()),
        needs);
  }

  public static Node outputs(
      JsonNode config,
      List<Reference> references,
      List<String> sensitive,
      SortedSet<Address> needs) {
    return node(
        Outputs.ADDRESS,
        Action.READ,
        Outputs.TYPE,
        null,
        config,
        references,
        needs,
        null,
        RepeatClass.PURE,
        0,
        sensitive);
  }
}
