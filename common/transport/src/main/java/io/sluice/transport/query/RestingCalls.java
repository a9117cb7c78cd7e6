package io.sluice.transport.query;

import io.sluice.transport.zookeeper.Announcement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Answers from what a deployment that rests has on disk; wakes it for what is not there. */
final class RestingCalls implements Calls {
  private static final Announcement DISK = new Announcement("disk", 0, "", null);

  private final Function<String, Optional<byte[]>> onDisk;
  private final Supplier<QueryClient> awake;

  RestingCalls(Function<String, Optional<byte[]>> onDisk, Supplier<QueryClient> awake) {
    this.onDisk = onDisk;
    this.awake = awake;
  }

  @Override
  public Patience usual() {
    return new Patience(Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  @Override
  public boolean awaitOwners() {
    return others().awaitOwners();
  }

  @Override
  public List<Announcement> instances() {
    return others().instances();
  }

  @Override
  public List<Announcement> all() {
    return List.of(DISK);
  }

  @Override
  public byte[] call(String workspace, String path, Patience longest) {
    return onDisk.apply(path).orElseGet(() -> others().call(workspace, path, others().usual()));
  }

  @Override
  public byte[] send(Announcement instance, String path) {
    return instance.equals(DISK)
        ? onDisk.apply(path).orElseGet(() -> others().send(one(), path))
        : others().send(instance, path);
  }

  @Override
  public byte[] send(Announcement instance, String path, Duration patience) {
    return others().send(instance.equals(DISK) ? one() : instance, path, patience);
  }

  /** What has its records on one disk is one instance. */
  private Announcement one() {
    return others().instances().getFirst();
  }

  private Calls others() {
    return awake.get().calls();
  }

  @Override
  public void close() {
    // Who woke it closes it.
  }
}
