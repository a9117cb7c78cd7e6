package io.sluice.worker.execution;

import java.util.function.Supplier;

/** A provider threw instead of answering: a bug of it, whatever kind of throwable it is. */
final class ProviderBroke extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private ProviderBroke(Throwable bug) {
    super(bug.getClass().getSimpleName(), bug);
  }

  /** A class that is missing is missing from the provider; memory that is missing is everyone's. */
  static <T> T guarded(Supplier<T> call) {
    try {
      return call.get();
    } catch (ProviderBroke e) {
      throw e;
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError && !(e instanceof StackOverflowError)) {
        throw e;
      }
      throw new ProviderBroke(e);
    }
  }
}
