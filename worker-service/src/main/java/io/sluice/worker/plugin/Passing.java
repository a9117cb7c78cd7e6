package io.sluice.worker.plugin;

import io.sluice.bridge.recover.PassingFaults;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.message.Task;
import io.sluice.model.plan.PassingRefusals;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.provider.Outcome;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Which refusals are worth another try: those that the block of the resource, that of its provider
 * or the list that comes with Sluice names. A creation is tried again only where a block says so,
 * and only if the provider says that nothing is left of it.
 */
public final class Passing {
  private Passing() {}

  public static boolean passes(Carried carried, Task task) {
    PluginWork work = task.plugin();
    if (work == null
        || !carried.isRefused()
        || !(carried.outcome() instanceof Outcome.Failed refusal)) {
      return false;
    }
    ProviderBlock block = task.providerBlock();
    Stream<PassingRefusals> said =
        Stream.of(work.passing(), block == null ? null : block.passing()).filter(Objects::nonNull);
    PassingRefusals all = said.reduce(PassingRefusals.NONE, PassingRefusals::and);
    boolean isAllowed = task.action() != Action.CREATE || all.create();
    return isAllowed
        && (PassingFaults.matches(all.texts(), refusal.message())
            || PassingFaults.matches(work.source(), refusal.message()));
  }

  /** The same as a failure that passes. */
  public static Carried again(Carried refused) {
    Outcome.Failed refusal = (Outcome.Failed) refused.outcome();
    return refused.with(
        new Outcome.Failed(
            ErrorClass.TRANSIENT, refusal.code(), refusal.message(), refusal.retryAfter(), null));
  }
}
