package io.sluice.bridge.recover;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The tables that come with Sluice: a line each, without what begins with {@code #}. */
final class Tables {
  static final String AWS = "registry.terraform.io/hashicorp/aws";

  private Tables() {}

  static List<String> lines(String name) {
    try (InputStream in = Tables.class.getResourceAsStream(name + ".txt")) {
      if (in == null) {
        throw new IllegalStateException("there is no table " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException("the table " + name + " can't be read", e);
    }
  }
}
