package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.ask.RecordedObject;
import io.sluice.bridge.ask.StateForms;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.bridge.types.ConfigValues;
import io.sluice.bridge.types.DynamicTypes;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.RecordStatus;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Redaction;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.worker.files.Workplace;
import io.sluice.worker.files.Workplaces;
import io.sluice.worker.plugin.Carried;
import io.sluice.worker.plugin.PluginTask;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.plugin.Stated;
import io.sluice.worker.plugin.StatedLookup;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.Identity;
import io.sluice.worker.secret.Sealing;
import io.sluice.worker.secret.Vault;
import io.sluice.worker.throttling.Guard;
import io.sluice.worker.throttling.Limits;
import io.sluice.worker.throttling.ProviderGuards;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out one task by a real provider: resolves what it is called with, as values of the
 * provider's own types, calls it under its guard, and reports. Sluice's own schemas and comparisons
 * play no part in what such a provider is given.
 */
final class PluginExecution {
  private static final Logger LOG = LoggerFactory.getLogger(PluginExecution.class);
  private static final Duration PACKAGE_AGAIN = Duration.ofSeconds(5);

  private final PluginWorks works;
  private final ProviderGuards guards;
  private final Vault vault;
  private final Environment environment;
  private final RootDirectory root;
  private final HttpClient http;
  private final WaveExecution waves;

  PluginExecution(
      PluginWorks works,
      ProviderGuards guards,
      Vault vault,
      Environment environment,
      RootDirectory root,
      HttpClient http) {
    this.works = works;
    this.guards = guards;
    this.vault = vault;
    this.environment = environment;
    this.root = root;
    this.http = http;
    this.waves = new WaveExecution(guards, vault, environment, root, http);
  }

  InboxMessage execute(
      Task task, PluginWork work, ResultMessages messages, TaskExecution.Call attempt) {
    return switch (works.places().find(work, task.workspace(), task.run())) {
      case Workplaces.Found.Missing(String reason) -> unavailable(messages, reason);
      case Workplaces.Found.Ready(Workplace place) -> {
        try (place) {
          yield execute(task, work, place, messages, attempt);
        }
      }
    };
  }

  private InboxMessage unavailable(ResultMessages messages, String reason) {
    return messages.failed(
        new TaskError(
            ErrorClass.TRANSIENT,
            CoreCode.PROVIDER_UNAVAILABLE,
            "worker " + environment.worker() + ": " + reason,
            PACKAGE_AGAIN));
  }

  private InboxMessage execute(
      Task task,
      PluginWork work,
      Workplace place,
      ResultMessages messages,
      TaskExecution.Call attempt) {
    return switch (works.bind(work, place)) {
      case PluginWorks.Bound.Unavailable(String reason) -> unavailable(messages, reason);
      case PluginWorks.Bound.Ready(PluginWorks.BoundPlugin plugin) -> {
        try {
          yield task.action() == Action.PLAN
              ? waves.execute(task, plugin, messages, attempt)
              : new OneTask(task, work, plugin, messages, attempt).execute();
        } catch (DecodeFailed e) {
          // Before anything was called: what is decoded afterwards ends in a value.
          yield messages.failed(CoreCode.INVALID_CONFIG, task.address() + ": " + e.sentence());
        }
      }
    };
  }

  /** One task with all that is known of it. */
  private final class OneTask {
    private final Task task;
    private final PluginWork work;
    private final PluginWorks.BoundPlugin plugin;
    private final ResultMessages messages;
    private final TaskExecution.Call attempt;

    OneTask(
        Task task,
        PluginWork work,
        PluginWorks.BoundPlugin plugin,
        ResultMessages messages,
        TaskExecution.Call attempt) {
      this.task = task;
      this.work = work;
      this.plugin = plugin;
      this.messages = messages;
      this.attempt = attempt;
    }

    InboxMessage execute() throws DecodeFailed {
      boolean isData = PluginTask.isData(task);
      Optional<Block> block =
          (isData ? plugin.catalog().data(task.type()) : plugin.catalog().resource(task.type()))
              .map(io.sluice.bridge.schema.TypeSchema::block);
      if (block.isEmpty()) {
        return messages.failed(
            CoreCode.UNKNOWN_TYPE,
            "%s %s has no type %s".formatted(work.source(), work.version(), task.type()));
      }
      if (!PluginTask.isConfigured(task)) {
        Inputs inputs = Inputs.ofObject(task, vault);
        return configured(block.get(), inputs, Value.nullOf(block.get().type()));
      }
      return switch (Inputs.resolve(task, vault, environment, attempt.expressions())) {
        case Inputs.Resolved.Unresolved(String message) ->
            messages.failed(CoreCode.UNRESOLVED_INPUT, message);
        case Inputs.Resolved.Ready(Inputs inputs) -> {
          Optional<String> unfit = TaskExecution.unfit(task, inputs.config());
          yield unfit.isPresent()
              ? messages.failed(CoreCode.CONFIG_TOO_LARGE, unfit.get())
              : configured(block.get(), inputs, ConfigValues.of(block.get(), inputs.config()));
        }
      };
    }

    private InboxMessage configured(Block block, Inputs inputs, Value config) throws DecodeFailed {
      String name = Optional.ofNullable(task.provider()).orElse(work.source());
      return switch (Target.written(task, name, vault, environment, attempt.expressions())) {
        case Target.Written.Unclear(String message) ->
            messages.failed(CoreCode.UNRESOLVED_INPUT, message);
        case Target.Written.Clear(JsonNode tree, Set<String> secrets) -> {
          Block schema = plugin.catalog().provider();
          Value own;
          try {
            own = ConfigValues.of(schema, tree);
          } catch (DecodeFailed e) {
            yield messages.failed(
                CoreCode.INVALID_PROVIDER_CONFIG, "provider " + name + ": " + e.sentence());
          }
          Identity identity = Identity.of(task, vault);
          Set<String> hidden = new LinkedHashSet<>(inputs.secrets());
          hidden.addAll(secrets);
          hidden.addAll(identity.secrets());
          collectSecrets(own, schema, hidden);
          collectSecrets(config, block, hidden);
          Redaction redaction = Redaction.of(hidden);
          messages.hides(redaction);
          PluginCalling calling =
              new PluginCalling(
                  context(redaction), plugin, own, hidden, task(block, config, identity), around());
          ProviderBlock said = task.providerBlock();
          Limits limits = said == null ? Limits.NONE : Limits.of(said);
          Guard guard = guards.guard(name, plugin.key(own), limits);
          yield guarded(guard, calling, new Secrets(inputs, redaction, identity), block);
        }
      };
    }

    private static void collectSecrets(Value value, Block block, Set<String> into) {
      if (value.isNull()) {
        return;
      }
      JsonNode attributes = StateForms.attributes(value, block);
      StateForms.secretPointers(value, block)
          .forEach(pointer -> Inputs.collect(attributes.at(pointer), into));
    }

    private PluginTask task(Block block, Value config, Identity identity) throws DecodeFailed {
      JsonNode planned = work.planned();
      Optional<PlannedWork> change =
          planned == null
              ? Optional.empty()
              : Optional.of(
                  new Forms(plugin.catalog()).planned(vault.open(task.workspace(), planned)));
      Value typed =
          change
              .map(each -> DynamicTypes.as(block, each.change().planned(), config))
              .orElse(config);
      return new PluginTask(
          task, block, typed, change, recorded(block, identity), stated(), identity.id());
    }

    /** How to find a new object, as its block says. */
    private Optional<Stated> stated() throws DecodeFailed {
      JsonNode written = work.recover();
      return written == null || task.action() != Action.CREATE
          ? Optional.empty()
          : Optional.of(new StatedLookup(plugin.catalog(), this::resolved).of(written));
    }

    private JsonNode resolved(JsonNode written, Map<String, JsonNode> more)
        throws StatedLookup.Unresolved {
      return switch (Inputs.resolve(
          task, written, more, vault, environment, attempt.expressions())) {
        case Inputs.Resolved.Unresolved(String message) ->
            throw new StatedLookup.Unresolved(message);
        case Inputs.Resolved.Ready(Inputs inputs) -> {
          if (!task.sensitivePaths().containsAll(inputs.secretPaths())) {
            throw new StatedLookup.Unresolved("it contains something sensitive");
          }
          yield inputs.config();
        }
      };
    }

    private PluginCalling.Around around() {
      return new PluginCalling.Around(
          attempt.claimId(),
          () -> attempt.gate().mayMakeAbsent(),
          () -> attempt.clocks().untilProven(),
          works.past());
    }

    private Optional<RecordedObject> recorded(Block block, Identity identity) {
      Task.Prior prior = task.prior();
      if (prior == null) {
        return Optional.empty();
      }
      JsonNode attributes = vault.open(task.workspace(), prior.attributes());
      // References to a hidden id find it there, and the provider knows nothing of that.
      boolean isAdded = identity.isHidden() && !block.attributes().containsKey("id");
      JsonNode own = HiddenId.own(prior.privateData());
      return Optional.of(
          new RecordedObject(
              prior.schemaVersion(),
              isAdded ? Travelling.without(attributes, Set.of("id")) : attributes,
              own == null ? null : vault.open(task.workspace(), own),
              prior.status() == RecordStatus.TAINTED,
              0));
    }

    private OperationContext context(Redaction redaction) {
      Deadline deadline = attempt.clocks().deadline(PluginWork.LONGEST_CALL);
      return OperationContext.of(
          draft -> {
            draft.workspace = task.workspace();
            draft.address = task.address();
            draft.root = root;
            draft.token = task.token();
            draft.recovering = task.recovering();
            draft.deadline = deadline;
            draft.cancellation = attempt.cancellation();
            draft.http = http;
            draft.log =
                text -> LOG.debug("{} {}: {}", task.run(), task.node(), redaction.apply(text));
          });
    }

    private InboxMessage guarded(Guard guard, PluginCalling calling, Secrets secrets, Block block) {
      GuardedCall call = new GuardedCall(guard, calling, messages, attempt.gate());
      try {
        return switch (call.run()) {
          case GuardedCall.Ended.Performed(Operation.Performed performed) -> {
            Carried last = calling.last();
            last.warnings().forEach(each -> warn(secrets.redaction().apply(each)));
            if (last.hasEnded()) {
              messages.ended(works.past().grace());
            }
            yield messages.performed(
                secrets.redaction().apply(performed.outcome()),
                performed.unchanged(),
                schema(),
                sealing(secrets, last.secretPointers(), block));
          }
          case GuardedCall.Ended.Postponed(Duration wait, String reason) ->
              messages.deferred(secrets.redaction().apply(reason), wait);
          case GuardedCall.Ended.Withdrawn(String reason) -> messages.gaveUp(reason);
        };
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return messages.gaveUp("the worker was interrupted while it waited");
      }
    }

    private void warn(String warning) {
      LOG.info("{} {}: {}", task.run(), task.address(), warning);
      messages.says("Warning: " + warning);
    }

    private TypeSchema schema() {
      TypeSchema.Kind kind =
          PluginTask.isData(task) ? TypeSchema.Kind.DATA : TypeSchema.Kind.RESOURCE;
      return new BridgedProvider(work, plugin.catalog()).type(kind, task.type()).orElseThrow();
    }

    private Sealing sealing(Secrets secrets, List<String> bySchema, Block block) {
      List<String> known = new ArrayList<>(bySchema);
      for (String pointer : secrets.inputs().secretPaths()) {
        known.add(ConfigValues.recordedPointer(block.type(), pointer));
      }
      return new Sealing(
          vault, task, known, secrets.inputs().secrets(), secrets.redaction(), secrets.identity());
    }
  }

  /** What must be shown to no one. */
  private record Secrets(Inputs inputs, Redaction redaction, Identity identity) {}
}
