package io.sluice.language.config;

/** A resource within its module, as references name it. */
public record ResourceName(ResourceMode mode, String type, String name)
    implements Comparable<ResourceName> {

  @Override
  public String toString() {
    String plain = type + "." + name;
    return switch (mode) {
      case MANAGED -> plain;
      case DATA -> "data." + plain;
      case EPHEMERAL -> "ephemeral." + plain;
    };
  }

  @Override
  public int compareTo(ResourceName other) {
    int byMode = mode.compareTo(other.mode);
    int byType = byMode != 0 ? byMode : type.compareTo(other.type);
    return byType != 0 ? byType : name.compareTo(other.name);
  }
}
