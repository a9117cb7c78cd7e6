package io.sluice.transport.acl;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a principal of Kafka is in a fleet. */
public enum Role {
  STATE("a state service"),
  PLANNER("a planner"),
  WORKER("a worker of one pool"),
  OPERATOR("who submits plans, and orders what becomes of runs"),
  READER("who only looks"),
  ADMIN("who also settles letters and changes topics");

  private final String about;

  Role(String about) {
    this.about = about;
  }

  public String about() {
    return about;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Role> named(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Role::word).toList();
  }
}
