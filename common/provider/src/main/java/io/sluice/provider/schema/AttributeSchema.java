package io.sluice.provider.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.sluice.model.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * One attribute of a type. Built by naming it and then saying what is special about it: {@code
 * required("filename", STRING).replaces().describedAs("…")}.
 *
 * @param forcesReplacement a change can't be made in place
 * @param keptOnUpdate computed, and an update never changes it (an id): it stays known in a plan
 * @param defaultValue JSON null when there is none
 */
public record AttributeSchema(
    String name,
    AttributeType type,
    Presence presence,
    boolean sensitive,
    boolean forcesReplacement,
    boolean keptOnUpdate,
    JsonNode defaultValue,
    @Nullable String deprecation,
    String description,
    ValueCheck check) {

  /** Who gives the value. */
  public enum Presence {
    REQUIRED,
    OPTIONAL,
    /** The provider alone. */
    COMPUTED,
    /** The provider, where the configuration doesn't. */
    OPTIONAL_COMPUTED
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
        name, type, presence, false, false, false, NullNode.instance, null, "", ValueCheck.NONE);
  }

  /** The value may be written in a configuration. */
  public boolean configurable() {
    return presence != Presence.COMPUTED;
  }

  /** The provider may give the value. */
  public boolean providerGiven() {
    return presence == Presence.COMPUTED || presence == Presence.OPTIONAL_COMPUTED;
  }

  public AttributeSchema asSensitive() {
    return new AttributeSchema(
        name,
        type,
        presence,
        true,
        forcesReplacement,
        keptOnUpdate,
        defaultValue,
        deprecation,
        description,
        check);
  }

  public AttributeSchema replaces() {
    return new AttributeSchema(
        name,
        type,
        presence,
        sensitive,
        true,
        keptOnUpdate,
        defaultValue,
        deprecation,
        description,
        check);
  }

  public AttributeSchema kept() {
    return new AttributeSchema(
        name,
        type,
        presence,
        sensitive,
        forcesReplacement,
        true,
        defaultValue,
        deprecation,
        description,
        check);
  }

  /** {@code value} is anything that Jackson writes: a string, a number, a list. */
  public AttributeSchema defaultsTo(Object value) {
    return new AttributeSchema(
        name,
        type,
        presence,
        sensitive,
        forcesReplacement,
        keptOnUpdate,
        Json.toTree(value),
        deprecation,
        description,
        check);
  }

  public AttributeSchema deprecated(String instead) {
    return new AttributeSchema(
        name,
        type,
        presence,
        sensitive,
        forcesReplacement,
        keptOnUpdate,
        defaultValue,
        instead,
        description,
        check);
  }

  public AttributeSchema describedAs(String text) {
    return new AttributeSchema(
        name,
        type,
        presence,
        sensitive,
        forcesReplacement,
        keptOnUpdate,
        defaultValue,
        deprecation,
        text,
        check);
  }

  public AttributeSchema checkedBy(ValueCheck rule) {
    return new AttributeSchema(
        name,
        type,
        presence,
        sensitive,
        forcesReplacement,
        keptOnUpdate,
        defaultValue,
        deprecation,
        description,
        rule);
  }
}
