package io.sluice.state.query;

import io.micronaut.http.HttpRequest;
import io.sluice.transport.Credentials;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/** Whether a request shows the token of the deployment. */
public final class Bearer {
  private final List<byte[]> expected;

  public Bearer(Credentials credentials) {
    this.expected =
        credentials.httpTokens().stream()
            .map(token -> ("Bearer " + token).getBytes(StandardCharsets.UTF_8))
            .toList();
  }

  public boolean shownBy(HttpRequest<?> request) {
    byte[] given =
        request
            .getHeaders()
            .getAuthorization()
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .orElse(new byte[0]);
    return expected.stream().anyMatch(token -> MessageDigest.isEqual(token, given));
  }
}
