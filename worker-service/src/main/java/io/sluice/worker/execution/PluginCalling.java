package io.sluice.worker.execution;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.host.Opened;
import io.sluice.bridge.host.PluginUse;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.CoreCode;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.worker.plugin.Carried;
import io.sluice.worker.plugin.Evidence;
import io.sluice.worker.plugin.KeptFiles;
import io.sluice.worker.plugin.Passing;
import io.sluice.worker.plugin.PastCalls;
import io.sluice.worker.plugin.PluginCall;
import io.sluice.worker.plugin.PluginTask;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.throttling.Turn;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The calls of one task to a real provider. Each takes the process that is there then; when the
 * task is cancelled, the provider is told to stop as soon as that harms no other call.
 */
final class PluginCalling implements GuardedCall.Work, Evidence {
  /** How soon to look again while it is not known whether earlier calls are over. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

  private static final Duration USUAL_VISIBILITY = Duration.ofSeconds(30);
  private static final Duration DYING = Duration.ofSeconds(2);

  private final OperationContext context;
  private final PluginWorks.BoundPlugin plugin;
  private final Value provider;
  private final Set<String> hidden;
  private final PluginTask work;
  private final Around around;
  private boolean absent;
  private Carried last = Carried.of(new Outcome.Gone());

  /**
   * @param provider the provider's configuration
   * @param hidden what must not be seen in what the provider prints
   * @param around where the attempt reports a creation, and what is known of earlier calls
   */
  PluginCalling(
      OperationContext context,
      PluginWorks.BoundPlugin plugin,
      Value provider,
      Set<String> hidden,
      PluginTask work,
      Around around) {
    this.around = around;
    this.absent = work.task().absent();
    this.context = context;
    this.plugin = plugin;
    this.provider = provider;
    this.hidden = hidden;
    this.work = work;
  }

  @Override
  public Task task() {
    return work.task();
  }

  @Override
  public OperationContext context() {
    return context;
  }

  /**
   * What the attempt knows.
   *
   * @param claim whose call it is
   * @param tell records durably that there was nothing; false if nothing may be made
   * @param waits how long the machine says that "not found" proves nothing
   * @param past what is known of earlier calls
   */
  record Around(String claim, BooleanSupplier tell, Supplier<Duration> waits, PastCalls past) {}

  /** The outcome of the last call. */
  Carried last() {
    return last;
  }

  @Override
  public Operation.Performed perform(Turn turn) {
    last = carried();
    // A refusal that passes says nothing about the provider's health.
    turn.answered(last.outcome());
    if (Passing.passes(last, work.task())) {
      last = Passing.again(last);
    }
    return new Operation.Performed(last.outcome(), last.unchanged(), last.lookAgain());
  }

  @Override
  public boolean isAbsent() {
    return absent;
  }

  @Override
  public boolean tellAbsent() {
    absent = absent || around.tell().getAsBoolean();
    return absent && !context.cancellation().isCancelled();
  }

  @Override
  public Duration untilProven() {
    List<String> callers = work.task().callers();
    Duration told = around.waits().get();
    if (callers.isEmpty() || !told.isPositive()) {
      return told;
    }
    Task.CallLimit limit = work.task().limit();
    Duration visibility = limit == null ? USUAL_VISIBILITY : limit.visibility();
    Duration known = around.past().underWay(callers, visibility).orElse(LOOK_AGAIN);
    return known.compareTo(told) < 0 ? known : told;
  }

  @Override
  public void pause(Duration time) throws InterruptedException, OperationContext.Stopped {
    context.pause(time);
  }

  private Carried carried() {
    boolean makes = work.task().action() == Action.CREATE;
    if (!makes) {
      return opened();
    }
    around.past().begins(around.claim());
    Carried carried = opened();
    if (carried.hasEnded() || !(carried.outcome() instanceof Outcome.InDoubt)) {
      around.past().ended(around.claim());
    }
    return carried;
  }

  private Carried opened() {
    return switch (plugin.open(provider, hidden, work::lookedAt)) {
      case Opened.Refused(List<ProviderDiagnostic> said) -> Carried.of(Carried.failure(said));
      case Opened.Unavailable(String reason) ->
          Carried.of(Outcome.transientFailure(CoreCode.PROVIDER_UNAVAILABLE.wire(), reason));
      case Opened.Ready(PluginUse use) -> {
        Cancellation.Hook hook = context.cancellation().onCancel(use::giveUp);
        try (use;
            hook) {
          yield called(use);
        } catch (DecodeFailed e) {
          yield Carried.of(
              new Outcome.InDoubt(CoreCode.PROVIDER_BUG.wire(), "its result: " + e.sentence()));
        }
      }
    };
  }

  private Carried called(PluginUse use) throws DecodeFailed {
    if (work.task().action() == Action.CREATE) {
      around.past().madeOf(around.claim(), use.process());
    }
    Carried carried =
        KeptFiles.of(new PluginCall(use.session(), work, this).run(), work, plugin.place());
    boolean isOpen = carried.outcome() instanceof Outcome.InDoubt && !carried.hasEnded();
    return isOpen && use.endsWithin(DYING) ? carried.ended() : carried;
  }
}
