package io.sluice.providers.terraform;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;

class NullResourceTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new NullProvider();
  }

  @Override
  protected String type() {
    return "null_resource";
  }

  @Override
  protected JsonNode desired() {
    return json("{'triggers':{'a':'b'}}");
  }

  @Override
  protected boolean stateOnly() {
    return true;
  }
}
