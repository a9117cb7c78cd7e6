package io.sluice.providers.terraform;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;

/** {@code null_resource}. */
public final class NullProvider extends PlainProvider {
  public NullProvider() {
    super("null", TypedSession.of(new NullResource()));
  }
}
