package io.sluice.bridge.trial;

import io.sluice.bridge.wire.OneUseCertificate;
import io.sluice.bridge.wire.ProtocolVersion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** The program behind a script: a plugin with the real handshake. */
public final class TrialPlugin {
  private TrialPlugin() {}

  /** Writes an executable that starts this program in a JVM of its own. */
  public static Path script(Path folder, Map<String, String> settings) throws IOException {
    StringBuilder text = new StringBuilder("#!/bin/sh\n");
    settings.forEach(
        (name, value) ->
            text.append("export ").append(name).append("='").append(value).append("'\n"));
    text.append("exec '")
        .append(Path.of(System.getProperty("java.home"), "bin", "java"))
        .append("' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx")
        .append(settings.containsKey("TRIAL_EXCESS") ? "600m" : "128m")
        .append(" -cp '")
        .append(System.getProperty("java.class.path"))
        .append("' ")
        .append(TrialPlugin.class.getName())
        .append('\n');
    Path file = folder.resolve("terraform-provider-trial");
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> environment = System.getenv();
    ProtocolVersion version =
        ProtocolVersion.of(Integer.parseInt(environment.getOrDefault("TRIAL_PROTOCOL", "6")))
            .orElseThrow();
    String log = environment.getOrDefault("TRIAL_LOG", "");
    if (!environment.containsKey("TF_PLUGIN_MAGIC_COOKIE")) {
      System.err.println("This binary is a plugin. It is not meant to be run directly.");
      System.exit(1);
    }
    plugin(environment, version, log);
  }

  private static void plugin(Map<String, String> environment, ProtocolVersion version, String log)
      throws Exception {
    String start = environment.getOrDefault("TRIAL_START", "");
    switch (start) {
      case "garbage" -> System.out.println("Hello, I am not a plugin");
      case "die" -> {
        System.err.println("I have no license");
        System.exit(7);
      }
      case "protocol-4" -> System.out.println("1|4|unix|/nowhere|grpc|");
      case "net-rpc" -> System.out.println("1|5|unix|/nowhere");
      case "nowhere" -> System.out.println("1|6|unix|/nowhere|grpc|" + certificate());
      case "silent" -> Thread.sleep(60_000);
      case "slow" -> {
        Thread.sleep(4_000);
        serve(environment, version, log, start);
      }
      default -> serve(environment, version, log, start);
    }
    Thread.sleep(60_000);
  }

  private static String certificate() throws Exception {
    return Base64.getEncoder()
        .withoutPadding()
        .encodeToString(OneUseCertificate.make().certificate().getEncoded());
  }

  private static void serve(
      Map<String, String> environment, ProtocolVersion version, String log, String start)
      throws Exception {
    String given = environment.getOrDefault("PLUGIN_UNIX_SOCKET_DIR", "");
    Path folder = given.isEmpty() ? Files.createTempDirectory("plugin") : Path.of(given);
    Path socket = folder.resolve("plugin1");
    String pem = environment.getOrDefault("PLUGIN_CLIENT_CERT", "");
    Optional<OneUseCertificate> own = Optional.empty();
    Optional<X509Certificate> client = Optional.empty();
    if (!pem.isEmpty()) {
      own = Optional.of(OneUseCertificate.make());
      client =
          Optional.of(
              (X509Certificate)
                  CertificateFactory.getInstance("X.509")
                      .generateCertificate(
                          new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8))));
    }
    TrialServer server =
        TrialServer.onSocket(
            socket,
            version,
            log,
            Integer.parseInt(environment.getOrDefault("TRIAL_EXCESS", "0")),
            own,
            client);
    String shown =
        start.equals("other-certificate")
            ? certificate()
            : own.isPresent()
                ? Base64.getEncoder()
                    .withoutPadding()
                    .encodeToString(own.get().certificate().getEncoded())
                : "";
    System.out.println("1|%d|unix|%s|grpc|%s".formatted(version.number(), socket, shown));
    System.out.flush();
    System.err.println(
        "{\"@level\":\"info\",\"@message\":\"ready\",\"@module\":\"trial\",\"@timestamp\":\"2026-01-01T00:00:00.000000Z\",\"protocol\":"
            + version.number()
            + "}");
    if (start.equals("loud")) {
      loud(System.out);
      loud(System.err);
    }
    server.await();
  }

  /** More than any pipe holds. */
  private static void loud(PrintStream stream) {
    String line = "x".repeat(200_000);
    for (int i = 0; i < 20; i++) {
      stream.println("[WARN] " + i + " " + line);
    }
    stream.flush();
  }
}
