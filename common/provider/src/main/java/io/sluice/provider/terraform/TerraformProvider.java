package io.sluice.provider.terraform;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.ProviderSchema;

/** {@code terraform_data}. */
public final class TerraformProvider implements Provider {
  private final TypedSession types = TypedSession.of(new TerraformData());

  @Override
  public String name() {
    return "terraform";
  }

  @Override
  public ProviderSchema schema() {
    return types.schema();
  }

  @Override
  public Configured configure(JsonNode configuration) {
    return new Configured.Ready(types);
  }
}
