package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Openings;
import io.sluice.model.Action;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.model.record.HiddenId;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.OperationLog;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.Redaction;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.schema.Announces;
import io.sluice.provider.schema.ConfigFault;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.Identity;
import io.sluice.worker.secret.Sealing;
import io.sluice.worker.secret.Vault;
import io.sluice.worker.throttling.Guard;
import io.sluice.worker.throttling.ProviderGuards;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out one task: resolves values, calls the provider, seals and reports. Blocks; runs on a
 * virtual thread.
 */
public final class TaskExecution {
  private static final Logger LOG = LoggerFactory.getLogger(TaskExecution.class);

  private static final Duration SOURCE_AGAIN = Duration.ofSeconds(5);

  private final ProviderRegistry providers;
  private final Sessions sessions;
  private final ProviderGuards guards;
  private final Vault vault;
  private final Environment environment;
  private final TaskEvaluation expressions;
  private final PluginWorks works;
  private final RootDirectory root;
  private final Duration usualCallLimit;
  private final HttpClient http;
  private final Function<Task, Workspaces> workspaces;
  private final PluginExecution plugins;

  public TaskExecution(
      ProviderRegistry providers,
      PluginWorks plugins,
      Sessions sessions,
      ProviderGuards guards,
      Vault vault,
      Environment environment,
      TaskEvaluation expressions,
      RootDirectory root,
      Duration usualCallLimit,
      HttpClient http,
      Function<Task, Workspaces> workspaces) {
    this.providers = providers;
    this.sessions = sessions;
    this.guards = guards;
    this.vault = vault;
    this.environment = environment;
    this.expressions = expressions;
    this.root = root;
    this.usualCallLimit = usualCallLimit;
    this.http = http;
    this.workspaces = workspaces;
    this.works = plugins;
    this.plugins = new PluginExecution(plugins, guards, vault, environment, root, http);
  }

  /** What evaluates the expressions of a task. */
  @FunctionalInterface
  public interface TaskEvaluation {
    /**
     * @param openings what the task opens
     */
    Expressions of(Task task, Openings openings);
  }

  /**
   * Always ends in a message; a provider's bug is a failure of its node, not of the worker. Throws
   * only faults of the process itself ({@link Fate}).
   *
   * @param gate asked right before the first call; what it refuses was never begun
   */
  public InboxMessage execute(Task task, String claimId, Cancellation cancellation, Gate gate) {
    ResultMessages messages =
        new ResultMessages(task, claimId, environment.worker(), root.id(), System.nanoTime());
    try (TaskOpenings openings =
        new TaskOpenings(works, environment, opening -> expressions.of(task, opening))) {
      Clocks clocks = new Clocks(task, gate.receivedAt());
      Duration wait = clocks.untilProven();
      if (task.recovering() && !Operation.isSearch(task) && wait.isPositive()) {
        return messages.deferred("an earlier attempt may still become visible", wait);
      }
      return resolved(
          task,
          messages,
          new Call(claimId, cancellation, gate, clocks, expressions.of(task, openings)));
    } catch (Environment.SourceUnavailable e) {
      TaskError error =
          new TaskError(
              ErrorClass.TRANSIENT,
              CoreCode.SECRET_SOURCE,
              String.valueOf(e.getMessage()),
              SOURCE_AGAIN);
      return messages.failed(error);
    } catch (Vault.KeyUnavailable e) {
      return messages.failed(CoreCode.SEALED, String.valueOf(e.getMessage()));
    } catch (ProviderBroke e) {
      return broken(
          task, messages, "the provider of " + task.type() + " broke: " + e.getMessage(), e);
    } catch (Throwable e) {
      if (Fate.isOfTheProcess(e)) {
        throw e;
      }
      String fault = "carrying out " + task.address() + " broke: " + e.getClass().getSimpleName();
      return broken(task, messages, fault, e);
    }
  }

  private static InboxMessage broken(
      Task task, ResultMessages messages, String message, Throwable bug) {
    LOG.error("{} of run {}: {}\n{}", task.node(), task.run(), message, messages.trace(bug));
    return messages.mayHaveWritten()
        ? messages.inDoubt(CoreCode.PROVIDER_BUG, message)
        : messages.failed(CoreCode.PROVIDER_BUG, message);
  }

  /**
   * What the attempt gives to its call.
   *
   * @param expressions the evaluator, with what the task has open until its end
   */
  record Call(
      String claimId,
      Cancellation cancellation,
      Gate gate,
      Clocks clocks,
      Expressions expressions) {}

  private InboxMessage resolved(Task task, ResultMessages messages, Call attempt) {
    Task.Prior prior = task.prior();
    if (task.action() == Action.DELETE && prior != null && prior.existed()) {
      return messages.forgotten();
    }
    if (task.plugin() != null) {
      return plugins.execute(task, task.plugin(), messages, attempt);
    }
    Optional<ProviderRegistry.Found> found = found(task);
    if (found.isEmpty()) {
      return messages.failed(
          CoreCode.UNKNOWN_TYPE,
          "worker "
              + environment.worker()
              + " knows no type "
              + task.type()
              + ". "
              + providers.whereItMayBe());
    }
    if (found.get().schema().announces() != Announces.NOTHING) {
      messages.announced();
    }
    if (task.action() == Action.DELETE) {
      return call(
          task, messages, found.get(), Inputs.ofObject(task, vault), Json.object(), attempt);
    }
    if (task.action() == Action.IMPORT || (task.action() == Action.READ && task.prior() != null)) {
      return call(
          task, messages, found.get(), Inputs.ofObject(task, vault), Json.object(), attempt);
    }
    return switch (Inputs.resolve(task, vault, environment, attempt.expressions())) {
      case Inputs.Resolved.Unresolved unresolved ->
          messages.failed(CoreCode.UNRESOLVED_INPUT, unresolved.message());
      case Inputs.Resolved.Ready ready -> {
        Inputs inputs = ready.inputs();
        List<ConfigFault> faults =
            SchemaCheck.check(found.get().schema(), inputs.config()).stream()
                .filter(fault -> !fault.warning())
                .toList();
        if (!faults.isEmpty()) {
          yield messages.failed(
              CoreCode.INVALID_CONFIG, inputs.redaction().apply(text(faults.getFirst())));
        }
        JsonNode desired = SchemaCheck.conform(found.get().schema(), inputs.config());
        Optional<String> unfit = unfit(task, desired);
        yield unfit.isPresent()
            ? messages.failed(CoreCode.CONFIG_TOO_LARGE, unfit.get())
            : call(task, messages, found.get(), inputs, desired, attempt);
      }
    };
  }

  /** An object's attributes repeat what it was made from: what can't be recorded is not made. */
  static Optional<String> unfit(Task task, JsonNode desired) {
    boolean recorded = task.action() == Action.CREATE || task.action() == Action.UPDATE;
    if (recorded && !Travelling.isReadable(desired)) {
      return Optional.of(
          "the configuration of "
              + task.address()
              + " is nested deeper than "
              + Limits.STANDARD.depth().value()
              + " levels, or has a number that is too long");
    }
    long size = recorded ? (long) Travelling.size(task.config()) + Travelling.size(desired) : 0;
    return size <= Travelling.LARGEST
        ? Optional.empty()
        : Optional.of(
            "the configuration of "
                + task.address()
                + " takes "
                + size
                + " bytes as written and as it would be recorded; together at most "
                + Travelling.LARGEST
                + " fit. Refer to large content by a file or an address instead");
  }

  private InboxMessage call(
      Task task,
      ResultMessages messages,
      ProviderRegistry.Found found,
      Inputs inputs,
      JsonNode desired,
      Call attempt) {
    return switch (Target.resolve(
        task, found.provider(), vault, environment, attempt.expressions())) {
      case Target.Resolved.Faulty faulty -> messages.failed(faulty.code(), faulty.message());
      case Target.Resolved.Ready(Target target) -> {
        Identity identity = Identity.of(task, vault);
        Set<String> secrets = target.secretsAnd(inputs.secrets());
        secrets.addAll(identity.secrets());
        Redaction redaction = Redaction.of(found.schema(), desired, secrets);
        messages.hides(redaction);
        yield switch (sessions.of(target)) {
          case Sessions.Opened.Refused refused -> messages.outcome(redaction.apply(refused.why()));
          case Sessions.Opened.Ready(Sessions.Held held) -> {
            Operation operation =
                new Operation(
                    held.session(),
                    found.schema(),
                    context(task, found.schema(), messages, attempt, redaction),
                    task,
                    attempt.clocks(),
                    desired,
                    prior(task, identity, found.schema()),
                    (shown, id) -> Identity.isShown(shown, id, task.workspace(), vault));
            try (held) {
              yield guarded(
                  operation,
                  target,
                  messages,
                  sealing(task, found, inputs, redaction, identity),
                  attempt);
            }
          }
        };
      }
    };
  }

  private InboxMessage guarded(
      Operation operation, Target target, ResultMessages messages, Sealing sealing, Call attempt) {
    Guard guard = guards.guard(target.name(), target.key(), target.limits());
    GuardedCall call = new GuardedCall(guard, operation, messages, attempt.gate());
    try {
      return switch (call.run()) {
        case GuardedCall.Ended.Performed(Operation.Performed performed) ->
            messages.performed(
                sealing.redaction().apply(performed.outcome()),
                performed.unchanged(),
                operation.schema(),
                sealing);
        case GuardedCall.Ended.Postponed(Duration wait, String reason) ->
            messages.deferred(sealing.redaction().apply(reason), wait);
        case GuardedCall.Ended.Withdrawn(String reason) -> messages.gaveUp(reason);
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return messages.gaveUp("the worker was interrupted while it waited");
    }
  }

  private Sealing sealing(
      Task task,
      ProviderRegistry.Found found,
      Inputs inputs,
      Redaction redaction,
      Identity identity) {
    List<String> known = new ArrayList<>(inputs.secretPaths());
    known.addAll(found.schema().sensitivePointers());
    return new Sealing(vault, task, known, inputs.secrets(), redaction, identity);
  }

  private OperationContext context(
      Task task, TypeSchema schema, ResultMessages messages, Call attempt, Redaction redaction) {
    OperationLog log =
        text -> {
          LOG.debug("{} {}: {}", task.run(), task.node(), text);
          if (task.action() == Action.STEP) {
            messages.says(text);
          }
        };
    Deadline deadline = attempt.clocks().deadline(usualCallLimit);
    return OperationContext.of(
        draft -> {
          draft.workspace = task.workspace();
          draft.address = task.address();
          draft.root = root;
          draft.token = task.token();
          draft.recovering = task.recovering();
          draft.absent = task.absent();
          draft.deadline = deadline;
          draft.cancellation = attempt.cancellation();
          draft.http = http;
          draft.log = log.redactedBy(redaction);
          draft.onWriting = new WriteBarrier(task, schema.announces(), messages, attempt, deadline);
          draft.workspaces = workspaces.apply(task);
        });
  }

  private @Nullable Prior prior(Task task, Identity identity, TypeSchema schema) {
    Task.Prior prior = task.prior();
    if (prior == null) {
      return null;
    }
    JsonNode attributes = vault.open(task.workspace(), prior.attributes());
    boolean added = identity.isHidden() && schema.body().attribute("id").isEmpty();
    JsonNode privateData = HiddenId.own(prior.privateData());
    return new Prior(
        identity.id(),
        added ? Travelling.without(attributes, Set.of("id")) : attributes,
        privateData == null ? null : vault.open(task.workspace(), privateData),
        prior.root());
  }

  private Optional<ProviderRegistry.Found> found(Task task) {
    return switch (task.action()) {
      case STEP -> providers.step(task.type());
      case READ ->
          task.prior() == null ? providers.data(task.type()) : providers.resource(task.type());
      case CREATE, UPDATE, DELETE, REPLACE, NOOP, EXPAND, FORGET, IMPORT, PLAN ->
          providers.resource(task.type());
    };
  }

  private static String text(ConfigFault fault) {
    String where = fault.pointer().isEmpty() ? "" : " at " + fault.pointer();
    return fault.summary() + where + ": " + fault.detail();
  }
}
