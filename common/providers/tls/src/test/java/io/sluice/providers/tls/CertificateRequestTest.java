package io.sluice.providers.tls;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import java.util.List;
import java.util.Optional;

class CertificateRequestTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new TlsProvider();
  }

  @Override
  protected String type() {
    return "tls_cert_request";
  }

  @Override
  protected JsonNode desired() {
    return Pems.tls_cert_request();
  }

  @Override
  protected Optional<JsonNode> changed() {
    return Pems.renewingEarlier(desired());
  }

  @Override
  protected Optional<JsonNode> failing() {
    return Optional.of(Pems.withCanary(desired()));
  }

  @Override
  protected List<String> canaries() {
    return List.of("canary-271828");
  }

  @Override
  protected boolean stateOnly() {
    return true;
  }
}
