package io.sluice.service;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The environment that a service is started with, as typed settings. */
public record Settings(Map<String, String> environment) {
  /** Set by a host of a whole deployment for its own services only. */
  public static final String HOSTED = "SLUICE_EMBEDDED";

  /** Whether a host of several services has prepared the topics for all of them. */
  public boolean isHosted() {
    return flag(HOSTED);
  }

  public String text(String name, String otherwise) {
    return environment.getOrDefault(name, otherwise);
  }

  public boolean flag(String name) {
    return Boolean.parseBoolean(text(name, "false"));
  }

  public Path path(String name, String otherwise) {
    return Path.of(text(name, otherwise)).toAbsolutePath();
  }

  public int number(String name, int otherwise) {
    String text = text(name, "").strip();
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a whole number, not \"" + text + "\"", e);
    }
  }

  public Duration seconds(String name, int otherwise) {
    return Duration.ofSeconds(number(name, otherwise));
  }

  public Duration millis(String name, int otherwise) {
    return Duration.ofMillis(number(name, otherwise));
  }

  public Path keyFile() {
    return path("SLUICE_KEY_FILE", ".sluice/key");
  }

  public String httpHost() {
    return text("SLUICE_HTTP_HOST", "127.0.0.1");
  }

  /** What others reach this service by. */
  public String advertisedHost() {
    return text("SLUICE_HTTP_ADVERTISED_HOST", httpHost());
  }

  /** Any free port unless one is named. */
  public int httpPort() {
    return number("SLUICE_HTTP_PORT", -1);
  }

  /** The name of this machine, where it has one. */
  public static String hostName(String otherwise) {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return otherwise;
    }
  }
}
