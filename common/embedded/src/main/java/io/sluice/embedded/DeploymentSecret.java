package io.sluice.embedded;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What opens one running local deployment: its holder may do everything there, others nothing. Each
 * start makes a new one, so a process that binds a port of a dead deployment learns nothing that
 * opens a later one. Kafka, ZooKeeper and HTTP get separate credentials derived from it: the one
 * that people see (the token of HTTP) opens neither of the others.
 */
public record DeploymentSecret(String text) {
  static final String USER = "sluice";
  private static final int BYTES = 32;

  public DeploymentSecret {
    if (text.isBlank()) {
      throw new IllegalArgumentException("a secret is not empty");
    }
  }

  public static DeploymentSecret random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new DeploymentSecret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** With which every Kafka client gets in. */
  public Map<String, String> kafkaClientSettings() {
    return Map.of(
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        login("") + ";");
  }

  /** {@code user:password}, with which every ZooKeeper client gets in. */
  public String zookeeperLogin() {
    return USER + ":" + derived("zookeeper");
  }

  /** The bearer token of the query API. */
  public String httpToken() {
    return derived("http");
  }

  /** Of a listener: it also logs in, as the controller's client. */
  String kafkaServerLogin() {
    return login(" user_" + USER + "=\"" + derived("kafka") + "\"") + ";";
  }

  private String login(String more) {
    return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
        + USER
        + "\" password=\""
        + derived("kafka")
        + "\""
        + more;
  }

  private String derived(String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(text.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of()
          .formatHex(mac.doFinal(("sluice " + purpose).getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA-256 is part of every Java", e);
    }
  }

  /** Never the secret. */
  @Override
  public String toString() {
    return "DeploymentSecret";
  }
}
