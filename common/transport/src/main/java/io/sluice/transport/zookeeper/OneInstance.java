package io.sluice.transport.zookeeper;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The one state service of a deployment, at an address that is known: ZooKeeper is not asked. */
public final class OneInstance implements Owners {
  private final Announcement instance;
  private final String token;
  private final BooleanSupplier complete;

  /**
   * @param complete whether it serves every partition
   */
  public OneInstance(Announcement instance, String token, BooleanSupplier complete) {
    this.instance = instance;
    this.token = token;
    this.complete = complete;
  }

  @Override
  public String httpToken() {
    return token;
  }

  @Override
  public Optional<Announcement> owner(String workspace) {
    return Optional.of(instance);
  }

  @Override
  public List<Announcement> instances() {
    return List.of(instance);
  }

  @Override
  public boolean complete() {
    return complete.getAsBoolean();
  }

  @Override
  public void forget(String workspace) {
    // There is no other.
  }

  @Override
  public void forgetAll() {
    // There is no other.
  }
}
