package io.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class ClosedClusterTest {
  private static final DeploymentSecret SECRET = new DeploymentSecret("the-secret");

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void onlyWhoHasTheSecretGetsIn() throws Exception {
    DeploymentSecret guessed = new DeploymentSecret("another");
    try (EmbeddedCluster cluster = start(SECRET)) {
      String broker = cluster.bootstrapServers();
      try (Admin admin = admin("bootstrap.servers", broker, SECRET.kafkaClientSettings())) {
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
      }
      for (String door : List.of("bootstrap.servers", "bootstrap.controllers")) {
        String address = door.equals("bootstrap.servers") ? broker : cluster.controller();
        try (Admin admin = admin(door, address, SECRET.kafkaClientSettings())) {
          assertThat(admin.describeCluster().clusterId().get()).isNotEmpty();
        }
        try (Admin admin = admin(door, address, guessed.kafkaClientSettings())) {
          assertThatThrownBy(() -> admin.describeCluster().clusterId().get())
              .hasCauseInstanceOf(SaslAuthenticationException.class);
        }
        try (Admin admin = admin(door, address, Map.of())) {
          assertThatThrownBy(() -> admin.describeCluster().clusterId().get())
              .isInstanceOf(ExecutionException.class);
        }
      }
      try (CuratorFramework client = client(cluster, Optional.of(SECRET.zookeeperLogin()))) {
        client
            .create()
            .withACL(ZooDefs.Ids.CREATOR_ALL_ACL)
            .forPath("/kept", "x".getBytes(StandardCharsets.UTF_8));
      }
      refused(cluster, Optional.of(guessed.zookeeperLogin()));
      refused(cluster, Optional.of("sluice:embedded"));
      refused(cluster, Optional.empty());
    }
    try (EmbeddedCluster later = start(guessed);
        CuratorFramework client = client(later, Optional.of(guessed.zookeeperLogin()))) {
      assertThat(client.getData().forPath("/kept")).asString().isEqualTo("x");
      refused(later, Optional.of(SECRET.zookeeperLogin()));
    }
  }

  @Test
  void anOpenOneBesideItStaysOpen() throws Exception {
    try (EmbeddedCluster closed = start(SECRET);
        EmbeddedCluster open =
            EmbeddedCluster.start(directory.resolve("open"), ClusterOptions.OPEN);
        CuratorFramework client = client(open, Optional.empty())) {
      assertThat(client.checkExists().forPath("/")).isNotNull();
      refused(closed, Optional.empty());
    }
  }

  @Test
  void nothingMuchIsSetAsideForWhoHasNotLoggedIn() throws Exception {
    try (EmbeddedCluster cluster = start(SECRET)) {
      for (String door :
          List.of(cluster.bootstrapServers(), cluster.controller(), cluster.zookeeper())) {
        assertThat(isClosedAfter(150_000, door)).as(door).isTrue();
      }
    }
  }

  /** Whether a door closes on somebody who says that so many bytes are to come. */
  private static boolean isClosedAfter(int announced, String door) throws Exception {
    String[] address = door.split(":", 2);
    try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
      socket.setSoTimeout(5_000);
      socket.getOutputStream().write(ByteBuffer.allocate(5).putInt(announced).array());
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  @Test
  void whatIsShownOpensNothingElse() {
    assertThat(List.of(SECRET.httpToken(), SECRET.zookeeperLogin(), SECRET.text()))
        .doesNotHaveDuplicates()
        .noneMatch(word -> SECRET.kafkaClientSettings().get("sasl.jaas.config").contains(word));
    assertThat(SECRET.toString()).doesNotContain("the-secret");
    assertThat(DeploymentSecret.random()).isNotEqualTo(DeploymentSecret.random());
  }

  private EmbeddedCluster start(DeploymentSecret secret) {
    return EmbeddedCluster.start(directory.resolve("closed"), ClusterOptions.closed(secret));
  }

  private static void refused(EmbeddedCluster cluster, Optional<String> login) {
    try (CuratorFramework client = client(cluster, login)) {
      for (String path : List.of("/", "/zookeeper", "/kept")) {
        assertThatThrownBy(() -> client.getChildren().forPath(path))
            .as(path)
            .isInstanceOfAny(
                KeeperException.AuthFailedException.class,
                KeeperException.SessionClosedRequireAuthException.class,
                KeeperException.ConnectionLossException.class);
      }
    }
  }

  private static CuratorFramework client(EmbeddedCluster cluster, Optional<String> login) {
    CuratorFrameworkFactory.Builder builder =
        CuratorFrameworkFactory.builder()
            .connectString(cluster.zookeeper())
            .connectionTimeoutMs(2_000)
            .retryPolicy(new RetryOneTime(10));
    login.ifPresent(text -> builder.authorization("digest", text.getBytes(StandardCharsets.UTF_8)));
    CuratorFramework client = builder.build();
    client.start();
    return client;
  }

  private static Admin admin(String door, String address, Map<String, String> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put(door, address);
    all.put("default.api.timeout.ms", 3_000);
    all.put("request.timeout.ms", 2_000);
    return Admin.create(all);
  }
}
