package io.sluice.provider.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.sluice.model.json.Json;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One attribute of a type. Built by naming it and then saying what is special about it: {@code
 * required("filename", STRING).replaces().describedAs("…")}.
 *
 * @param defaultValue JSON null when there is none
 */
public record AttributeSchema(
    String name,
    AttributeType type,
    Presence presence,
    Set<Trait> traits,
    JsonNode defaultValue,
    @Nullable String deprecation,
    String description,
    ValueCheck check) {
  public AttributeSchema {
    traits =
        Collections.unmodifiableSet(
            traits.isEmpty() ? EnumSet.noneOf(Trait.class) : EnumSet.copyOf(traits));
  }

  /** Who gives the value. */
  public enum Presence {
    REQUIRED,
    OPTIONAL,
    /** The provider alone. */
    COMPUTED,
    /** The provider, where the configuration doesn't. */
    OPTIONAL_COMPUTED
  }

  /** What is special about an attribute. */
  public enum Trait {
    SENSITIVE,
    /** A change can't be made in place. */
    FORCES_REPLACEMENT,
    /** Computed, and an update never changes it (an id): it stays known in a plan. */
    KEPT_ON_UPDATE,
    /** A list or set of objects that a configuration may also write as nested blocks. */
    WRITTEN_AS_BLOCKS,
    /** The provider gets its value, and nobody keeps it. */
    WRITE_ONLY
  }

  public static AttributeSchema required(String name, AttributeType type) {
    return plain(name, type, Presence.REQUIRED);
  }

  public static AttributeSchema optional(String name, AttributeType type) {
    return plain(name, type, Presence.OPTIONAL);
  }

  public static AttributeSchema computed(String name, AttributeType type) {
    return plain(name, type, Presence.COMPUTED);
  }

  public static AttributeSchema optionalComputed(String name, AttributeType type) {
    return plain(name, type, Presence.OPTIONAL_COMPUTED);
  }

  private static AttributeSchema plain(String name, AttributeType type, Presence presence) {
    return new AttributeSchema(
        name, type, presence, Set.of(), NullNode.instance, null, "", ValueCheck.NONE);
  }

  /** The value may be written in a configuration. */
  public boolean configurable() {
    return presence != Presence.COMPUTED;
  }

  /** The provider may give the value. */
  public boolean providerGiven() {
    return presence == Presence.COMPUTED || presence == Presence.OPTIONAL_COMPUTED;
  }

  public boolean sensitive() {
    return traits.contains(Trait.SENSITIVE);
  }

  public boolean forcesReplacement() {
    return traits.contains(Trait.FORCES_REPLACEMENT);
  }

  public boolean keptOnUpdate() {
    return traits.contains(Trait.KEPT_ON_UPDATE);
  }

  public boolean writeOnly() {
    return traits.contains(Trait.WRITE_ONLY);
  }

  public AttributeSchema asSensitive() {
    return with(Trait.SENSITIVE);
  }

  public AttributeSchema replaces() {
    return with(Trait.FORCES_REPLACEMENT);
  }

  public AttributeSchema kept() {
    return with(Trait.KEPT_ON_UPDATE);
  }

  public AttributeSchema orBlocks() {
    return with(Trait.WRITTEN_AS_BLOCKS);
  }

  public AttributeSchema asWriteOnly() {
    return with(Trait.WRITE_ONLY);
  }

  private AttributeSchema with(Trait trait) {
    EnumSet<Trait> more = EnumSet.of(trait);
    more.addAll(traits);
    return new AttributeSchema(
        name, type, presence, more, defaultValue, deprecation, description, check);
  }

  /** {@code value} is anything that Jackson writes: a string, a number, a list. */
  public AttributeSchema defaultsTo(Object value) {
    return new AttributeSchema(
        name, type, presence, traits, Json.toTree(value), deprecation, description, check);
  }

  public AttributeSchema deprecated(String instead) {
    return new AttributeSchema(
        name, type, presence, traits, defaultValue, instead, description, check);
  }

  public AttributeSchema describedAs(String text) {
    return new AttributeSchema(
        name, type, presence, traits, defaultValue, deprecation, text, check);
  }

  public AttributeSchema checkedBy(ValueCheck rule) {
    return new AttributeSchema(
        name, type, presence, traits, defaultValue, deprecation, description, rule);
  }
}
