package io.sluice.bridge.schema;

import io.sluice.language.value.Type;
import java.util.Optional;
import java.util.Set;

/**
 * One attribute of a block or nested object.
 *
 * @param type of its values, which follows from {@code nested} where that is there
 */
public record Attribute(
    Type type,
    Optional<NestedObject> nested,
    Set<Flag> flags,
    String description,
    String deprecation) {

  /** What a provider says of an attribute. */
  public enum Flag {
    REQUIRED,
    OPTIONAL,
    COMPUTED,
    SENSITIVE,
    WRITE_ONLY,
    DEPRECATED
  }

  public Attribute {
    flags = Set.copyOf(flags);
  }

  public boolean isRequired() {
    return flags.contains(Flag.REQUIRED);
  }

  public boolean isOptional() {
    return flags.contains(Flag.OPTIONAL);
  }

  /** The provider may choose its value. */
  public boolean isComputed() {
    return flags.contains(Flag.COMPUTED);
  }

  public boolean isSensitive() {
    return flags.contains(Flag.SENSITIVE);
  }

  /** The provider gets its value and never gives it back. */
  public boolean isWriteOnly() {
    return flags.contains(Flag.WRITE_ONLY);
  }

  public boolean isDeprecated() {
    return flags.contains(Flag.DEPRECATED);
  }
}
