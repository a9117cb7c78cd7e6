package io.sluice.provider;

/**
 * A type whose objects exist in state alone: there is nothing to read, and nothing to take away.
 */
public interface StateOnlyType extends ResourceType {
  @Override
  default boolean showsItsWrites() {
    return true;
  }

  @Override
  default Outcome read(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    return new Outcome.Done(prior.id(), prior.attributes(), prior.privateData());
  }

  @Override
  default Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    return new Outcome.Gone();
  }
}
