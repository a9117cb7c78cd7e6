package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.ask.ProviderUse;
import io.sluice.bridge.ask.Question;
import io.sluice.bridge.ask.RecordedObject;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.types.ConfigValues;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.record.RecordStatus;
import io.sluice.provider.Cancellation;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.seal.Keyring;
import io.sluice.worker.Tasks;
import io.sluice.worker.plugin.PastCalls;
import io.sluice.worker.plugin.PluginFunctions;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.SealedVault;
import io.sluice.worker.throttling.ProviderGuards;
import io.sluice.worker.throttling.ThrottleSettings;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker with the bridge's provider for tests, and a planner for it. */
final class TrialWorker implements AutoCloseable {
  static final String SECRET = "canary-Pa55word-91";
  static final String WORKSPACE = "shop";

  private static final SchemaCatalog CATALOG = TrialSchema.catalog(ProtocolVersion.SIX);

  final PluginHost host;
  final SealedVault vault = new SealedVault(Keyring.of(new byte[32], "a test"));
  private final TaskExecution execution;
  private final Asker asker;
  final PastCalls past;
  private final Path directory;

  TrialWorker(Path directory) throws Exception {
    this(directory, Map.of());
  }

  /**
   * @param settings of the provider
   */
  TrialWorker(Path directory, Map<String, String> settings) throws Exception {
    this.directory = directory;
    past = new PastCalls(directory.resolve("members"), directory, Duration.ofMillis(10));
    past.joined("w1");
    host = TrialHost.of(directory, settings);
    asker = new Asker(host, directory);
    PluginWorks works = new PluginWorks(host, directory, past);
    Environment environment =
        new Environment(Map.of("SECRET", SECRET), "w1", Instant.parse("2026-01-01T00:00:00Z"));
    execution =
        new TaskExecution(
            ProviderRegistry.of(new ThingProvider()),
            works,
            new Sessions(),
            new ProviderGuards(ThrottleSettings.DEFAULT, () -> 1),
            vault,
            environment,
            (task, openings) ->
                TaskExpressions.of(task, environment, new PluginFunctions(works), openings),
            RootDirectory.open(directory),
            Duration.ofSeconds(10),
            HttpClient.newHttpClient(),
            task -> Workspaces.NONE);
  }

  /** An object as state holds it after a result. */
  static Task.Prior prior(InboxMessage.Result result, RecordStatus status) {
    return new Task.Prior(
        result.id(), result.attributes(), result.desired(), result.privateData(), 2, status, null);
  }

  static Task.Prior prior(InboxMessage.Result result) {
    return prior(result, RecordStatus.OK);
  }

  private static Block block(String type) throws Exception {
    return CATALOG.resource(type).orElseThrow().block();
  }

  /** What the provider plans, in the form that travels; a null configuration is a deletion. */
  JsonNode plan(String type, @Nullable String config, Task.@Nullable Prior prior, boolean refresh)
      throws Exception {
    Block block = block(type);
    Value wanted =
        config == null
            ? Value.nullOf(block.type())
            : ConfigValues.of(block, Tasks.json(config.replace("${SECRET}", SECRET)));
    Question.Change question =
        new Question.Change(
            type,
            Optional.ofNullable(prior == null ? null : recorded(prior)),
            wanted,
            IgnoredChanges.NONE,
            false,
            refresh);
    ProviderUse use =
        new ProviderUse(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), CATALOG.provider().empty());
    Answer answer = asker.answer(new Asked(use, question));
    if (!(answer instanceof Answer.Planned planned)) {
      throw new AssertionError("not planned: " + answer);
    }
    JsonNode form = new Forms(CATALOG).planned(PlannedWork.of(question, planned));
    return vault.seal(WORKSPACE, "run-1", type + ".a", form, Set.of(""), Set.of());
  }

  /** The same where too little is known of the provider's configuration to ask it. */
  JsonNode deferred(String type, @Nullable String config, Task.@Nullable Prior prior)
      throws Exception {
    Block block = block(type);
    Question.Change question =
        new Question.Change(
            type,
            Optional.ofNullable(prior == null ? null : recorded(prior)),
            config == null
                ? Value.nullOf(block.type())
                : ConfigValues.of(block, Tasks.json(config)),
            IgnoredChanges.NONE,
            false,
            true);
    Map<String, Value> provider = new LinkedHashMap<>(CATALOG.provider().empty().entries());
    provider.put("endpoint", Value.unknown(Types.STRING));
    ProviderUse use =
        new ProviderUse(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), ObjectValue.of(provider));
    Answer answer = asker.answer(new Asked(use, question, Set.of(), true));
    if (!(answer instanceof Answer.Planned planned) || !planned.deferred()) {
      throw new AssertionError("not deferred: " + answer);
    }
    JsonNode form = new Forms(CATALOG).planned(PlannedWork.of(question, planned));
    return vault.seal(WORKSPACE, "run-1", type + ".a", form, Set.of(""), Set.of());
  }

  private RecordedObject recorded(Task.Prior prior) {
    JsonNode own = prior.privateData();
    return new RecordedObject(
        prior.schemaVersion(),
        vault.open(WORKSPACE, prior.attributes()),
        own == null ? null : vault.open(WORKSPACE, own),
        prior.status() == RecordStatus.TAINTED,
        1);
  }

  Task task(
      Action action,
      String type,
      String config,
      Task.@Nullable Prior prior,
      @Nullable JsonNode planned) {
    return task(action, type, config, prior, planned, false);
  }

  Task task(
      Action action,
      String type,
      String config,
      Task.@Nullable Prior prior,
      @Nullable JsonNode planned,
      boolean recovering) {
    return Task.of(
        draft -> {
          draft.workspace = WORKSPACE;
          draft.run = "run-1";
          draft.node = type + ".a";
          draft.address = Address.of(type + ".a");
          draft.attempt = 1;
          draft.token = "token-1";
          draft.action = action;
          draft.type = type;
          draft.provider = "trial";
          draft.config = Tasks.json(config);
          draft.prior = prior;
          draft.repeat = RepeatClass.BY_NAME;
          draft.budget = new Task.Budget(3, null);
          draft.timeouts = null;
          draft.recovering = recovering;
          draft.providerBlock =
              new ProviderBlock(
                  Tasks.json("{'endpoint': 'http://localhost'}"), null, null, List.of());
          draft.plugin =
              new PluginWork(
                  TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), directory.toString(), planned);
        });
  }

  InboxMessage.Result run(Task task) {
    return run(task, new Cancellation());
  }

  InboxMessage.Result run(Task task, Cancellation cancellation) {
    return (InboxMessage.Result)
        execution.execute(
            task,
            "claim-1",
            cancellation,
            new Gate() {
              @Override
              public boolean mayCall() {
                return true;
              }
            });
  }

  InboxMessage execute(Task task, String claim, Gate gate) {
    return execution.execute(task, claim, new Cancellation(), gate);
  }

  /** Plans a new object and makes it. */
  InboxMessage.Result made(String type, String config) throws Exception {
    return run(task(Action.CREATE, type, config, null, plan(type, config, null, true)));
  }

  JsonNode open(JsonNode tree) {
    return vault.open(WORKSPACE, tree);
  }

  @Override
  public void close() {
    host.close();
  }
}
