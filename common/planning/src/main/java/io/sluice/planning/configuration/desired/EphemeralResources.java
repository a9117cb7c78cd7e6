package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Module;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.ResourceInstances.One;
import io.sluice.language.instancing.ResourceInstances.Opening;
import io.sluice.language.instancing.deferred.DeferredExpressions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.desired.DesiredConfiguration.Block;
import io.sluice.planning.configuration.served.Providers;
import io.sluice.planning.configuration.values.BodyDecoder;
import io.sluice.planning.configuration.values.ConfiguredValue;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.configuration.values.SchemaTypes;
import io.sluice.planning.decide.DecisionMaker;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ephemeral resources: opened for as long as a plan is drawn, and opened anew by each node that
 * uses one. A plan carries a description of what to open, never the result.
 */
public final class EphemeralResources {
  private static final EnumSet<Mark> EPHEMERAL = EnumSet.of(Mark.EPHEMERAL);

  private final WorkingDirectory place;
  private final Providers providers;
  private final AskedObjects asked;
  private final AnsweredCalls opens;
  private final Validity validity;
  private final Diagnostics diagnostics;

  /** Whether a module, or one that it calls, has any. */
  public static boolean areIn(Module module) {
    return module.resources().keySet().stream()
            .anyMatch(name -> name.mode() == ResourceMode.EPHEMERAL)
        || module.children().values().stream().anyMatch(EphemeralResources::areIn);
  }

  EphemeralResources(
      WorkingDirectory place,
      Providers providers,
      AskedObjects asked,
      AnsweredCalls opens,
      Validity validity,
      Diagnostics diagnostics) {
    this.place = place;
    this.providers = providers;
    this.asked = asked;
    this.opens = opens;
    this.validity = validity;
    this.diagnostics = diagnostics;
  }

  /**
   * @param by who decides about what it is made of; null where nothing is decided
   */
  One one(Block block, Expansion expansion, @Nullable DecisionMaker by) {
    Decoded body =
        BodyDecoder.asWritten(
            block.additions(diagnostics).rest(),
            block.type().schema().body(),
            block.context(),
            false,
            diagnostics);
    One unknown = new One(block.address(), unknown(block));
    return switch (block.context().module().environment().phase()) {
      case VALIDATE -> {
        validity.check(block, body);
        conditions(block, unknown, false);
        conditions(block, unknown, true);
        yield unknown;
      }
      case INSPECT, APPLY -> unknown;
      case PLAN -> {
        if (block.context().module().isLate()) {
          yield unknown.with(new Opening(Json.object(), List.of(), needs(block, body)));
        }
        if (!(expansion instanceof Expansion.Known)) {
          refuseUnknownNumber(block, by);
          yield unknown;
        }
        SortedSet<Address> needs = needs(block, body);
        conditions(block, unknown, false);
        One one = new One(block.address(), value(block, body, needs, by));
        conditions(block, one, true);
        yield one.with(opening(block, body, needs));
      }
    };
  }

  private static Value unknown(Block block) {
    return Value.unknownNotNull(SchemaTypes.of(block.type().schema().body())).withMarks(EPHEMERAL);
  }

  private SortedSet<Address> needs(Block block, Decoded body) {
    SortedSet<Address> needs = new TreeSet<>(block.ordering());
    needs.addAll(body.needs());
    needs.addAll(asked.needs(block));
    rules(block).forEach(rule -> needs.addAll(Needs.of(rule.condition(), block.context())));
    return needs;
  }

  private static List<CheckRule> rules(Block block) {
    return Stream.concat(
            block.resource().lifecycle().preconditions().stream(),
            block.resource().lifecycle().postconditions().stream())
        .toList();
  }

  /** Checks the conditions that can be checked now; the others go along with the opening. */
  private void conditions(Block block, One one, boolean after) {
    AuxiliaryNodes.conditions(
        after
            ? block.resource().lifecycle().postconditions()
            : block.resource().lifecycle().preconditions(),
        after ? block.context().withSelf(one) : block.context(),
        block.address(),
        after,
        diagnostics);
  }

  private Value value(
      Block block, Decoded body, SortedSet<Address> needs, @Nullable DecisionMaker by) {
    Value written = AskedObjects.written(block, body);
    boolean waits = by != null && by.isPending(needs);
    if (waits || diagnostics.hasErrors() || !written.isWhollyKnown()) {
      return unknown(block);
    }
    Question.Open question =
        new Question.Open(
            block.address(),
            block.type(),
            asked.use(block).hiding(asked.secrets(block, body)),
            ConfiguredValue.unmarked(written));
    Optional<Answer> answer = opens.answer(question);
    return switch (answer.orElse(null)) {
      case null -> unknown(block);
      case Answer.Given(Value value, List<Remark> said) -> {
        asked.tell(block, body, said);
        yield value.isKnown()
            ? asked.after(block, body, value).withMarks(EPHEMERAL)
            : unknown(block);
      }
      case Answer.Refused(List<Remark> said) -> {
        asked.refuse(block, body, said);
        yield unknown(block);
      }
      case Answer.Planned planned -> throw new IllegalStateException("an opening was planned");
      case Answer.Compared compared -> throw new IllegalStateException("an opening was compared");
    };
  }

  private void refuseUnknownNumber(Block block, @Nullable DecisionMaker by) {
    if (by == null || diagnostics.hasErrors() || by.isPending(block.ordering())) {
      return;
    }
    diagnostics.add(
        Diagnostic.error(
                "Instances that are not known yet",
                "How many instances %s has, or by which keys, is known only in the run, and a plan opens each of them."
                    .formatted(block.resource().name()),
                block.resource().range())
            .withHint("Use a count that is known when the plan is made."));
  }

  /**
   * What a worker opens it by: the package, the provider's configuration and its own, as nodes
   * carry theirs.
   */
  private Opening opening(Block block, Decoded body, SortedSet<Address> needs) {
    ObjectNode form = Json.object().put("type", block.type().schema().type());
    PluginWork work = block.type().provider().plugin().orElse(null);
    if (work != null) {
      form.set("plugin", Json.toTree(work.in(place)));
    }
    TreeMap<String, Reference> references = new TreeMap<>();
    body.references().forEach(each -> references.put(each.text(), each));
    form.set("config", body.config());
    providers
        .of(block.context().module(), block.resource())
        .ifPresent(
            configured -> {
              form.set("provider", configured.block().config());
              configured.body().references().forEach(each -> references.put(each.text(), each));
            });
    return checked(block, new Opening(form, List.copyOf(references.values()), needs));
  }

  /**
   * The opening with its conditions. These refer to the resource itself, as an opening without
   * conditions.
   */
  private Opening checked(Block block, Opening plain) {
    if (rules(block).isEmpty()) {
      return plain;
    }
    ObjectNode form = plain.form().deepCopy();
    One self = new One(block.address(), unknown(block), plain);
    DeferredExpressions deferred = new DeferredExpressions();
    compile(
        block.resource().lifecycle().preconditions(),
        block.context(),
        deferred,
        form.putArray("before"));
    compile(
        block.resource().lifecycle().postconditions(),
        block.context().withSelf(self),
        deferred,
        form.putArray("after"));
    TreeMap<String, Reference> references = new TreeMap<>();
    plain.references().forEach(each -> references.put(each.text(), each));
    deferred.references().forEach(each -> references.put(each.text(), each));
    return new Opening(form, List.copyOf(references.values()), plain.needs());
  }

  private static void compile(
      List<CheckRule> rules,
      EvaluationContext context,
      DeferredExpressions deferred,
      ArrayNode into) {
    for (CheckRule rule : rules) {
      ObjectNode condition = into.addObject();
      condition.set("condition", deferred.compile(rule.condition(), context, ""));
      condition.set("error_message", deferred.compile(rule.errorMessage(), context, ""));
    }
  }
}
