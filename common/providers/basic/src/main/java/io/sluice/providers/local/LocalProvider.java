package io.sluice.providers.local;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;
import java.util.List;

/** What is on the worker's own machine. */
public final class LocalProvider extends PlainProvider {
  public LocalProvider() {
    super(
        "local",
        TypedSession.of(
            List.of(
                new LocalFile("local_file"),
                new LocalFile("local_sensitive_file"),
                new LocalDirectory(),
                new LocalCommand()),
            List.of(new LocalFileData("local_file"), new LocalFileData("local_sensitive_file")),
            List.of(new ExecStep()),
            () -> {}));
  }
}
