package io.sluice.providers.terraform;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;

/** {@code terraform_data}, outputs that others keep, and the step {@code print}. */
public final class TerraformProvider extends PlainProvider {
  public TerraformProvider() {
    super(
        "terraform",
        TypedSession.of(
            java.util.List.of(new TerraformData()),
            java.util.List.of(new RemoteStateData()),
            java.util.List.of(new PrintStep(), new ConditionStep()),
            () -> {}));
  }
}
