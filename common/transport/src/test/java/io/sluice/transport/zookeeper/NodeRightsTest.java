package io.sluice.transport.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.TestDeployment;
import io.sluice.transport.TransportFailure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** On an ensemble that lets everybody connect: what a login opens, and to whom. */
class NodeRightsTest {
  private static final Announcement OWNER = new Announcement("one", 3, "http://127.0.0.1:1", "id");
  private static final Members.Description WORKER =
      new Members.Description("w", "host", 1, "default", 1);

  private final Connection open = TestDeployment.connection(NodeRightsTest.class);

  @Test
  void servicesMayEverythingPeopleSeeOwnersAndOthersNothing() throws Exception {
    try (Ensemble services = as("services:a", digest("people:b"));
        Ensemble people = as("people:b", null);
        Ensemble anybody = as(null, null);
        Ensemble guessing = as("services:b", null)) {
      Leases leases = new Leases(services);
      assertThat(leases.take(0, OWNER).lost()).isFalse();
      assertThat(new Leases(services).take(0, OWNER).lost()).as("replaced by another").isFalse();
      new Members(services, Members.WORKERS).join(WORKER);

      assertThat(new Leases(people).holder(0).orElseThrow().announcement()).isEqualTo(OWNER);
      assertThat(new OwnerDirectory(people, open).owner(0)).contains(OWNER);
      refused(() -> new Leases(people).take(0, OWNER));
      refused(() -> new Leases(people).take(1, OWNER));
      refused(() -> new Members(people, Members.WORKERS).live());
      for (Ensemble other : List.of(anybody, guessing)) {
        refused(() -> new Leases(other).holder(0));
        refused(() -> new Leases(other).take(0, OWNER));
        refused(() -> new Members(other, Members.WORKERS).live());
        refused(() -> new Members(other, Members.WORKERS).join(WORKER));
      }
    }
  }

  @Test
  void whatAnEarlierBuildLeftOpenIsClosed() throws Exception {
    try (Ensemble before = as(null, null);
        Ensemble services = as("services:a", digest("people:b"));
        Ensemble people = as("people:b", null)) {
      new Leases(before).take(0, OWNER).release();
      new Members(before, Members.WORKERS).join(WORKER).close();

      services.closeToOthers();

      refused(() -> new Leases(before).take(1, OWNER));
      refused(() -> new Members(before, Members.WORKERS).join(WORKER));
      new Leases(services).take(1, OWNER);
      assertThat(new Leases(people).holder(1)).isPresent();
    }
  }

  @Test
  void noTokenIsAnnounced() {
    assertThat(io.sluice.model.json.Json.encode(OWNER))
        .asString(StandardCharsets.UTF_8)
        .doesNotContain("token");
  }

  private Ensemble as(@Nullable String login, @Nullable String readers) {
    return Ensemble.connect(
        open.withSessions(Duration.ofSeconds(6), Duration.ofSeconds(6))
            .withAccess(Map.of(), new Credentials(login, readers, List.of())));
  }

  private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(TransportFailure.class)
        .hasMessageContaining("ZooKeeper refuses this process")
        .hasMessageContaining("SLUICE_ZOOKEEPER_AUTH");
  }

  private static String digest(String login) throws Exception {
    byte[] sha1 = MessageDigest.getInstance("SHA-1").digest(login.getBytes(StandardCharsets.UTF_8));
    return login.substring(0, login.indexOf(':') + 1) + Base64.getEncoder().encodeToString(sha1);
  }
}
