package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.Question;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Redaction;
import io.sluice.provider.RootDirectory;
import io.sluice.worker.plugin.AskedPaths;
import io.sluice.worker.plugin.KeptFiles;
import io.sluice.worker.plugin.PluginWorks.BoundPlugin;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.Vault;
import io.sluice.worker.throttling.Guard;
import io.sluice.worker.throttling.Limits;
import io.sluice.worker.throttling.ProviderGuards;
import io.sluice.worker.throttling.Turn;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a provider answer a batch of questions, each by itself and under the same guard as its calls.
 * A refusal is an answer, too, which planning reports. Without an answer the batch is asked again,
 * like any task that certainly did nothing.
 */
final class WaveExecution {
  private static final Logger LOG = LoggerFactory.getLogger(WaveExecution.class);

  /** A slow batch takes no more of a worker than a lease, but people want to see progress. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final Duration START_AGAIN = Duration.ofSeconds(5);
  private static final String LOST = "PROVIDER_LOST";

  private final ProviderGuards guards;
  private final Vault vault;
  private final Environment environment;
  private final RootDirectory root;
  private final HttpClient http;

  WaveExecution(
      ProviderGuards guards,
      Vault vault,
      Environment environment,
      RootDirectory root,
      HttpClient http) {
    this.guards = guards;
    this.vault = vault;
    this.environment = environment;
    this.root = root;
    this.http = http;
  }

  /** Questions change nothing: an interrupted batch is asked again, by the next worker. */
  InboxMessage execute(
      Task task, BoundPlugin plugin, ResultMessages messages, TaskExecution.Call attempt)
      throws DecodeFailed {
    JsonNode config = vault.open(task.workspace(), task.config());
    Batch batch = Batch.of(config);
    if (!attempt.gate().mayCall()) {
      return messages.gaveUp("the task was taken back before it began");
    }
    messages.called();
    Redaction redaction = Redaction.of(batch.secrets());
    Thread asking = Thread.currentThread();
    try (Cancellation.Hook hook = attempt.cancellation().onCancel(asking::interrupt)) {
      OneBatch one = new OneBatch(task, plugin, batch, attempt, Batch.atOnce(config), redaction);
      return told(task, plugin, messages, batch, redaction, one.all());
    } catch (InterruptedException e) {
      return messages.gaveUp("the worker was stopped while it asked");
    }
  }

  private InboxMessage told(
      Task task,
      BoundPlugin plugin,
      ResultMessages messages,
      Batch batch,
      Redaction redaction,
      Map<String, Said> all) {
    SortedMap<String, JsonNode> answers = new TreeMap<>();
    Said.@Nullable Later later = null;
    for (Map.Entry<String, Said> each : all.entrySet()) {
      switch (each.getValue()) {
        case Said.Given(JsonNode answer) -> answers.put(each.getKey(), answer);
        case Said.Later other -> later = other;
        case Said.Lost(Outcome.Failed failed, boolean wasAsked) -> {
          return messages.outcome(redaction.apply(about(batch.subjectsOf(lost(all)), failed)));
        }
      }
    }
    if (answers.isEmpty() && later != null) {
      return messages.deferred(redaction.apply(later.reason()), later.after());
    }
    Optional<String> lost = KeptFiles.lost(plugin.place(), task);
    if (lost.isPresent()) {
      return messages.failed(CoreCode.INVALID_CONFIG, lost.get());
    }
    // Who planned asks again what is missing.
    return messages.answered(
        vault.seal(
            task.workspace(),
            task.run(),
            "/" + task.node(),
            Batch.answered(answers),
            List.of(Batch.answersPlace()),
            Set.of()));
  }

  private static Outcome.Failed about(String subjects, Outcome.Failed failed) {
    return subjects.isEmpty()
        ? failed
        : new Outcome.Failed(
            failed.errorClass(),
            failed.code(),
            "planning %s: %s".formatted(subjects, failed.message()),
            failed.retryAfter(),
            failed.partial());
  }

  /** Those that were asked and got no answer: any of them may be what the process died of. */
  private static SortedSet<String> lost(Map<String, Said> all) {
    SortedSet<String> lost = new TreeSet<>();
    all.forEach(
        (key, said) -> {
          if (said instanceof Said.Lost(Outcome.Failed failed, boolean wasAsked) && wasAsked) {
            lost.add(key);
          }
        });
    return lost;
  }

  /** The outcome of one question. */
  private sealed interface Said {
    record Given(JsonNode answer) implements Said {}

    /**
     * There was no answer, time after time.
     *
     * @param wasAsked it was this one that was asked
     */
    record Lost(Outcome.Failed why, boolean wasAsked) implements Said {}

    /** Its turn does not come for so long. */
    record Later(Duration after, String reason) implements Said {}
  }

  /** One batch on its way. */
  private final class OneBatch {
    private final Task task;
    private final BoundPlugin plugin;
    private final Batch batch;
    private final TaskExecution.Call attempt;
    private final Forms forms;
    private final Map<Path, Asker> askers = new ConcurrentHashMap<>();
    private final Semaphore places;
    private final OperationContext context;
    private final long began = System.nanoTime();

    /** A process that was lost takes all its questions along: the rest need not try. */
    private volatile Said.@Nullable Lost lost;

    OneBatch(
        Task task,
        BoundPlugin plugin,
        Batch batch,
        TaskExecution.Call attempt,
        int atOnce,
        Redaction redaction) {
      this.task = task;
      this.plugin = plugin;
      this.batch = batch;
      this.attempt = attempt;
      this.forms = new Forms(plugin.catalog());
      this.places = new Semaphore(atOnce);
      this.context =
          OperationContext.of(
              draft -> {
                draft.workspace = task.workspace();
                draft.address = task.address();
                draft.root = root;
                draft.token = task.token();
                draft.deadline = attempt.clocks().deadline(PluginWork.LONGEST_CALL);
                draft.cancellation = attempt.cancellation();
                draft.http = http;
                draft.log =
                    text -> LOG.debug("{} {}: {}", task.run(), task.node(), redaction.apply(text));
              });
    }

    /** In the directory in which the question's relative paths start, if it has any. */
    private Asker asker(Asked asked) {
      return askers.computeIfAbsent(
          plugin.directory(
              asked.provider().config(), paths -> AskedPaths.in(asked.question(), paths)),
          directory -> new Asker(plugin.host(), directory));
    }

    /** Ends early only when it is interrupted: a provider may think for as long as it likes. */
    SortedMap<String, Said> all() throws InterruptedException {
      ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
      try {
        SortedMap<String, Future<Said>> asked = new TreeMap<>();
        batch
            .questions()
            .forEach((key, question) -> asked.put(key, threads.submit(() -> said(question))));
        SortedMap<String, Said> all = new TreeMap<>();
        for (Map.Entry<String, Future<Said>> each : asked.entrySet()) {
          all.put(each.getKey(), each.getValue().get());
        }
        return all;
      } catch (ExecutionException e) {
        // The attempt ended while a question waited for its turn: it is no fault of the provider.
        if (e.getCause() instanceof InterruptedException withdrawn) {
          throw withdrawn;
        }
        throw new IllegalStateException("a provider could not be asked", e.getCause());
      } finally {
        threads.shutdownNow();
      }
    }

    private Said said(JsonNode form) throws InterruptedException {
      places.acquire();
      try {
        Said.Lost before = lost;
        Said said = before != null ? new Said.Lost(before.why(), false) : asked(form);
        if (said instanceof Said.Lost now) {
          lost = now;
        }
        return said;
      } catch (DecodeFailed e) {
        return new Said.Given(Forms.refused("Question can't be read", e.sentence()));
      } finally {
        places.release();
      }
    }

    private Said asked(JsonNode form) throws DecodeFailed, InterruptedException {
      Asked travelled = forms.asked(form);
      Asked asked =
          new Asked(
              travelled.provider(), travelled.question(), batch.secrets(), travelled.defers());
      QuestionCall call = new QuestionCall(this, asked);
      if (asked.question() instanceof Question.Call
          || asked.question() instanceof Question.Validity) {
        // No cloud is behind these.
        return said(call, call.asked());
      }
      String name = Objects.requireNonNullElse(task.provider(), asked.provider().source());
      Guard guard =
          guards.guard(
              name, plugin.key(asked.provider().config()), Limits.of(task.providerBlock()));
      while (true) {
        ResultMessages unused =
            new ResultMessages(task, attempt.claimId(), environment.worker(), root.id(), began);
        switch (new GuardedCall(guard, call, unused, () -> true).run()) {
          case GuardedCall.Ended.Performed(Operation.Performed performed) -> {
            return said(call, performed.outcome());
          }
          case GuardedCall.Ended.Withdrawn withdrawn ->
              throw new InterruptedException(withdrawn.reason());
          case GuardedCall.Ended.Postponed(Duration after, String reason) -> {
            if (System.nanoTime() - began + after.toNanos() > LONGEST.toNanos()) {
              return new Said.Later(after, reason);
            }
            if (!attempt.cancellation().sleep(after)) {
              throw new InterruptedException(attempt.cancellation().reason());
            }
          }
        }
      }
    }

    private Said said(QuestionCall call, Outcome outcome) throws DecodeFailed {
      Answer answer = call.last;
      if (outcome instanceof Outcome.Failed failed) {
        return new Said.Lost(failed, true);
      }
      return new Said.Given(forms.answer(Objects.requireNonNull(answer)));
    }
  }

  /** One question, asked as often as it takes. */
  private static final class QuestionCall implements GuardedCall.Work {
    private final OneBatch batch;
    private final Asked asked;
    private @Nullable Answer last;

    QuestionCall(OneBatch batch, Asked asked) {
      this.batch = batch;
      this.asked = asked;
    }

    @Override
    public OperationContext context() {
      return batch.context;
    }

    @Override
    public Task task() {
      return batch.task;
    }

    @Override
    public Operation.Performed perform(Turn turn) {
      Outcome outcome = asked();
      turn.answered(outcome);
      return new Operation.Performed(outcome, true);
    }

    /** Whatever a provider answers, nothing is there that was not there before. */
    Outcome asked() {
      Answer answer = batch.asker(asked).answer(batch.plugin.program(), asked);
      last = answer;
      return answer instanceof Answer.Lost(String why, boolean wasAsked)
          ? new Outcome.Failed(ErrorClass.TRANSIENT, LOST, why, wasAsked ? null : START_AGAIN, null)
          : new Outcome.Gone();
    }
  }
}
