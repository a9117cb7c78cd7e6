package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.resilience4j.core.IntervalFunction;
import io.sluice.language.substitution.Expressions;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.OperationLog;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.Redaction;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.schema.ConfigFault;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.schema.TypeSchema;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out one task: resolve, call, seal, tell. Blocks; runs on a virtual thread. */
public final class TaskExecution {
  private static final Logger LOG = LoggerFactory.getLogger(TaskExecution.class);

  /** A wait above this is not held here: the failure goes back and the machine waits. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private static final IntervalFunction BACKOFF =
      IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(200), 2.0, 0.5);

  private final ProviderRegistry providers;
  private final Sessions sessions;
  private final Vault vault;
  private final Environment environment;
  private final Function<Task, Expressions> expressions;
  private final RootDirectory root;
  private final Duration longestCall;
  private final HttpClient http;

  public TaskExecution(
      ProviderRegistry providers,
      Sessions sessions,
      Vault vault,
      Environment environment,
      Function<Task, Expressions> expressions,
      RootDirectory root,
      Duration longestCall,
      HttpClient http) {
    this.providers = providers;
    this.sessions = sessions;
    this.vault = vault;
    this.environment = environment;
    this.expressions = expressions;
    this.root = root;
    this.longestCall = longestCall;
    this.http = http;
  }

  /** Always ends in a message; a provider's bug is a failure of its node, not of the worker. */
  public InboxMessage execute(Task task, String claimId, Cancellation cancellation) {
    Told told = new Told(task, claimId, environment.worker(), root.id(), System.nanoTime());
    try {
      Instant until = task.recoverAfter();
      if (task.recovering() && until != null && Instant.now().isBefore(until)) {
        return told.deferred("an earlier attempt may still become visible", until);
      }
      return resolved(task, told, cancellation);
    } catch (Vault.Closed e) {
      return told.failed(ErrorClass.USER, "SEALED", String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("the provider of {} failed with a bug", task.type(), e);
      return Operation.changesSomething(task.action())
          ? told.inDoubt("PROVIDER_BUG", "the provider of " + task.type() + " broke: " + kind(e))
          : told.failed(ErrorClass.PERMANENT, "PROVIDER_BUG", "the provider broke: " + kind(e));
    }
  }

  private InboxMessage resolved(Task task, Told told, Cancellation cancellation) {
    Optional<ProviderRegistry.Found> found = found(task);
    if (found.isEmpty()) {
      return told.failed(
          ErrorClass.PERMANENT,
          "UNKNOWN_TYPE",
          "worker " + environment.worker() + " knows no type " + task.type());
    }
    if (task.action() == Action.DELETE) {
      Inputs nothing = new Inputs(Json.object(), List.of(), Set.of());
      return call(task, told, found.get(), nothing, Json.object(), cancellation);
    }
    return switch (Inputs.resolve(task, vault, environment, expressions.apply(task))) {
      case Inputs.Resolved.Unresolved unresolved ->
          told.failed(ErrorClass.PERMANENT, unresolved.code(), unresolved.message());
      case Inputs.Resolved.Ready ready -> {
        Inputs inputs = ready.inputs();
        List<ConfigFault> faults =
            SchemaCheck.check(found.get().schema(), inputs.config()).stream()
                .filter(fault -> !fault.warning())
                .toList();
        if (!faults.isEmpty()) {
          yield told.failed(
              ErrorClass.USER, "INVALID_CONFIG", inputs.redaction().apply(text(faults.getFirst())));
        }
        JsonNode desired = SchemaCheck.conform(found.get().schema(), inputs.config());
        yield call(task, told, found.get(), inputs, desired, cancellation);
      }
    };
  }

  private InboxMessage call(
      Task task,
      Told told,
      ProviderRegistry.Found found,
      Inputs inputs,
      JsonNode desired,
      Cancellation cancellation) {
    Redaction redaction = Redaction.of(found.schema(), desired, inputs.secrets());
    return switch (sessions.of(found.provider())) {
      case Sessions.Opened.Refused refused -> told.outcome(redaction.apply(refused.why()));
      case Sessions.Opened.Ready ready -> {
        Operation operation =
            new Operation(
                ready.session(),
                found.schema(),
                context(task, cancellation, redaction),
                task,
                desired,
                prior(task));
        Operation.Performed performed = withinBudget(operation, told);
        yield tell(task, told, found.schema(), inputs, redaction, performed);
      }
    };
  }

  /** Only what is certainly not done is called again here, and only within the task's budget. */
  private Operation.Performed withinBudget(Operation operation, Told told) {
    int most = Math.max(1, operation.task().budget().calls());
    for (int call = 1; ; call++) {
      told.called();
      Operation.Performed performed = operation.perform();
      if (call >= most
          || !(performed.outcome() instanceof Outcome.Failed failed)
          || !certainlyNotDone(failed.errorClass())
          || failed.partial() != null
          || !waited(operation.context(), failed.retryAfter(), call)) {
        return performed;
      }
    }
  }

  private static boolean certainlyNotDone(ErrorClass errorClass) {
    return errorClass == ErrorClass.TRANSIENT || errorClass == ErrorClass.THROTTLED;
  }

  private static boolean waited(OperationContext context, @Nullable Duration asked, int call) {
    Duration wait = asked != null ? asked : Duration.ofMillis(BACKOFF.apply(call));
    if (wait.compareTo(LONGEST_WAIT) > 0) {
      return false;
    }
    try {
      context.pause(wait);
      return true;
    } catch (OperationContext.Stopped e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private InboxMessage tell(
      Task task,
      Told told,
      TypeSchema schema,
      Inputs inputs,
      Redaction redaction,
      Operation.Performed performed) {
    List<String> known = new ArrayList<>(inputs.secretPaths());
    known.addAll(schema.sensitivePointers());
    Sealing sealing = new Sealing(vault, task, known, redaction);
    return told.performed(redaction.apply(performed.outcome()), performed.unchanged(), sealing);
  }

  private OperationContext context(Task task, Cancellation cancellation, Redaction redaction) {
    OperationLog log = text -> LOG.debug("{} {}: {}", task.run(), task.node(), text);
    return new OperationContext(
        task.workspace(),
        task.address(),
        root,
        task.token(),
        task.recovering(),
        Deadline.after(timeout(task)),
        cancellation,
        http,
        log.redactedBy(redaction));
  }

  private Duration timeout(Task task) {
    Map<String, String> timeouts = task.timeouts();
    String own =
        timeouts == null ? null : timeouts.get(task.action().name().toLowerCase(Locale.ROOT));
    Duration timeout = own == null ? longestCall : Timeouts.parse(own).orElse(longestCall);
    Instant deadline = task.budget().deadline();
    if (deadline == null) {
      return timeout;
    }
    Duration left = Duration.between(Instant.now(), deadline);
    return left.compareTo(timeout) < 0 ? left : timeout;
  }

  private @Nullable Prior prior(Task task) {
    Task.Prior prior = task.prior();
    if (prior == null) {
      return null;
    }
    String id = prior.id();
    JsonNode privateData = prior.privateData();
    return new Prior(
        id == null ? "" : id,
        vault.open(task.workspace(), prior.attributes()),
        privateData == null ? null : vault.open(task.workspace(), privateData),
        prior.root());
  }

  private Optional<ProviderRegistry.Found> found(Task task) {
    return switch (task.action()) {
      case STEP -> providers.step(task.type());
      case READ ->
          task.prior() == null ? providers.data(task.type()) : providers.resource(task.type());
      case CREATE, UPDATE, DELETE, REPLACE, NOOP, EXPAND, FORGET, IMPORT ->
          providers.resource(task.type());
    };
  }

  private static String text(ConfigFault fault) {
    String where = fault.pointer().isEmpty() ? "" : " at " + fault.pointer();
    return fault.summary() + where + ": " + fault.detail();
  }

  private static String kind(Throwable bug) {
    return bug.getClass().getSimpleName();
  }
}
