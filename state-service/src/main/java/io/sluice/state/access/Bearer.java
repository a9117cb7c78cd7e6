package io.sluice.state.access;

import io.micronaut.http.HttpRequest;
import io.sluice.transport.Credentials;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/** What a request may do by the token that it shows. */
public final class Bearer {
  private final List<byte[]> expected;
  private final List<Grant> grants;

  public Bearer(Credentials credentials) {
    this(credentials, List.of());
  }

  /**
   * @param grants tokens of people and programs that may read
   */
  public Bearer(Credentials credentials, List<Grant> grants) {
    this.expected = credentials.httpTokens().stream().map(Bearer::header).toList();
    this.grants = List.copyOf(grants);
  }

  /** What is said to a request. */
  public enum Verdict {
    MAY,
    /** It shows a token, but not for this. */
    MAY_NOT,
    UNKNOWN
  }

  /** Whether it shows the token of the deployment, which may do everything. */
  public boolean shownBy(HttpRequest<?> request) {
    byte[] given = given(request);
    return expected.stream().anyMatch(token -> MessageDigest.isEqual(token, given));
  }

  /**
   * Whether the request may be answered. Those who only read are let in where one answers that says
   * which workspace it is about, as it will ask for it.
   */
  public Verdict verdict(HttpRequest<?> request, Optional<String> workspace) {
    if (shownBy(request)) {
      return Verdict.MAY;
    }
    byte[] given = given(request);
    Optional<Grant> shown =
        grants.stream()
            .filter(grant -> MessageDigest.isEqual(header(grant.token()), given))
            .findFirst();
    if (shown.isEmpty()) {
      return Verdict.UNKNOWN;
    }
    return shown.get().reads(workspace) ? Verdict.MAY : Verdict.MAY_NOT;
  }

  private static byte[] given(HttpRequest<?> request) {
    return request
        .getHeaders()
        .getAuthorization()
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .orElse(new byte[0]);
  }

  private static byte[] header(String token) {
    return ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
  }
}
