package io.sluice.provider.terraform;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;

/** {@code terraform_data}. */
public final class TerraformProvider extends PlainProvider {
  public TerraformProvider() {
    super("terraform", TypedSession.of(new TerraformData()));
  }
}
