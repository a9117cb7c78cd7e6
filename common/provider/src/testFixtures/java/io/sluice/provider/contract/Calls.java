package io.sluice.provider.contract;

import io.sluice.model.Address;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.RootDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes the contexts of calls under test, and keeps what was said during them. */
public final class Calls {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private final RootDirectory root;
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
    return of(token, recovering, Duration.ofSeconds(60), new Cancellation());
  }

  public OperationContext of(
      String token, boolean recovering, Duration timeout, Cancellation cancellation) {
    return new OperationContext(
        "test",
        Address.of("type.name"),
        root,
        token,
        recovering,
        Deadline.after(timeout),
        cancellation,
        HTTP,
        said::add);
  }
}
