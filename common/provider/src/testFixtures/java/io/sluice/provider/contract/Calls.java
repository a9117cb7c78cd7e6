package io.sluice.provider.contract;

import io.sluice.model.Address;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.workspace.Workspaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes the contexts of calls under test, and keeps what was said during them. */
public final class Calls {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private final RootDirectory root;
  private static final Address ADDRESS = Address.of("type.name");
  private static final Duration LONG = Duration.ofSeconds(60);
  private final List<Optional<Boolean>> announced = new CopyOnWriteArrayList<>();
  private final List<String> said = new CopyOnWriteArrayList<>();

  public Calls(Path directory) {
    try {
      this.root = RootDirectory.open(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public RootDirectory root() {
    return root;
  }

  public List<String> said() {
    return List.copyOf(said);
  }

  /** A new operation. */
  public OperationContext fresh() {
    return of(UUID.randomUUID().toString(), false);
  }

  public OperationContext of(String token, boolean recovering) {
    return of(token, recovering, LONG, new Cancellation());
  }

  public OperationContext of(
      String token, boolean recovering, Duration timeout, Cancellation cancellation) {
    return context(ADDRESS, token, recovering, false, timeout, cancellation);
  }

  /** The same operation again, after an attempt that found nothing and may have written. */
  public OperationContext again(String token) {
    return context(ADDRESS, token, true, true, LONG, new Cancellation());
  }

  /** A new operation for another resource. */
  public OperationContext at(String address, boolean recovering) {
    return context(
        Address.of(address),
        UUID.randomUUID().toString(),
        recovering,
        false,
        LONG,
        new Cancellation());
  }

  private OperationContext context(
      Address address,
      String token,
      boolean recovering,
      boolean absent,
      Duration timeout,
      Cancellation cancellation) {
    return OperationContext.of(
        draft -> {
          draft.workspace = "test";
          draft.address = address;
          draft.root = root;
          draft.token = token;
          draft.recovering = recovering;
          draft.absent = absent;
          draft.deadline = Deadline.after(timeout);
          draft.cancellation = cancellation;
          draft.http = HTTP;
          draft.log = said::add;
          draft.onWriting = found -> announced.add(Optional.ofNullable(found));
          draft.workspaces = Workspaces.NONE;
        });
  }

  /** Each announcement of a write: what was said about absence, if anything was. */
  public List<Optional<Boolean>> announced() {
    return List.copyOf(announced);
  }
}
