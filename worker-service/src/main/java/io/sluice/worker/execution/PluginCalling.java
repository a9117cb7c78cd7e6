package io.sluice.worker.execution;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.host.Opened;
import io.sluice.bridge.host.PluginUse;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.language.value.Value;
import io.sluice.model.CoreCode;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.worker.plugin.Carried;
import io.sluice.worker.plugin.PluginCall;
import io.sluice.worker.plugin.PluginTask;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.throttling.Turn;
import java.util.List;
import java.util.Set;

/**
 * The calls of one task to a real provider. Each takes the process that is there then; when the
 * task is cancelled, the provider is told to stop as soon as that harms nobody else.
 */
final class PluginCalling implements GuardedCall.Work {
  private final OperationContext context;
  private final PluginWorks.BoundPlugin plugin;
  private final Value provider;
  private final Set<String> hidden;
  private final PluginTask work;
  private List<String> warnings = List.of();
  private List<String> secretPointers = List.of();

  /**
   * @param provider the provider's configuration
   * @param hidden what must not be seen in what the provider prints
   */
  PluginCalling(
      OperationContext context,
      PluginWorks.BoundPlugin plugin,
      Value provider,
      Set<String> hidden,
      PluginTask work) {
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

  /** Of the last call. */
  List<String> warnings() {
    return warnings;
  }

  /** Of the last call's attributes. */
  List<String> secretPointers() {
    return secretPointers;
  }

  @Override
  public Operation.Performed perform(Turn turn) {
    Carried carried = carried();
    warnings = carried.warnings();
    secretPointers = carried.secretPointers();
    turn.answered(carried.outcome());
    return new Operation.Performed(carried.outcome(), carried.unchanged());
  }

  private Carried carried() {
    return switch (plugin.open(provider, hidden)) {
      case Opened.Refused(List<ProviderDiagnostic> said) -> Carried.of(Carried.failure(said));
      case Opened.Unavailable(String reason) ->
          Carried.of(Outcome.transientFailure(CoreCode.PROVIDER_UNAVAILABLE.wire(), reason));
      case Opened.Ready(PluginUse use) -> {
        Cancellation.Hook hook = context.cancellation().onCancel(use::giveUp);
        try (use;
            hook) {
          yield new PluginCall(use.session(), work).run();
        } catch (DecodeFailed e) {
          yield Carried.of(
              new Outcome.InDoubt(CoreCode.PROVIDER_BUG.wire(), "its result: " + e.sentence()));
        }
      }
    };
  }
}
