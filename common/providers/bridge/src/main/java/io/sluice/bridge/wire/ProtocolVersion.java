package io.sluice.bridge.wire;

import java.util.Optional;

/** The major versions of the provider protocol that are spoken here. */
public enum ProtocolVersion {
  FIVE(5),
  SIX(6);

  private final int number;

  ProtocolVersion(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  public static Optional<ProtocolVersion> of(int number) {
    return switch (number) {
      case 5 -> Optional.of(FIVE);
      case 6 -> Optional.of(SIX);
      default -> Optional.empty();
    };
  }
}
