package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.Question;
import io.sluice.planning.document.Resource;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.PlannedChange.Difference;
import org.jspecify.annotations.Nullable;

/**
 * A resource of the document, and what is to be done about it.
 *
 * @param config what is sent: with what {@code ignore_changes} keeps from before
 * @param record what state holds of it
 * @param planned what its provider plans, if that plans by itself
 * @param imported what names the object where state does not hold it yet, and the run takes it over
 */
public record Decision(
    Resource resource,
    Change change,
    JsonNode config,
    @Nullable StateRecord record,
    ProviderRegistry.Found type,
    @Nullable PlannedObject planned,
    Question.@Nullable Import imported) {
  public Decision(
      Resource resource,
      Change change,
      JsonNode config,
      @Nullable StateRecord record,
      ProviderRegistry.Found type,
      @Nullable PlannedObject planned) {
    this(resource, change, config, record, type, planned, null);
  }

  public Decision(
      Resource resource,
      Change change,
      JsonNode config,
      @Nullable StateRecord record,
      ProviderRegistry.Found type) {
    this(resource, change, config, record, type, null);
  }

  Decision importing(Question.Import named) {
    return new Decision(resource, change, config, record, type, planned, named);
  }

  /** The action that a person sees. */
  public Action action() {
    return imported != null && isNothing() ? Action.IMPORT : change.action();
  }

  public boolean isReplaced() {
    return change instanceof Change.Replace;
  }

  /** Whether it is replaced by an object that the provider would know by the same name. */
  public boolean keepsItsName() {
    return change instanceof Change.Replace replace
        && type.provider().repeats(type.schema(), config).of(Action.CREATE) == RepeatClass.BY_NAME
        && replace.differences().stream().noneMatch(this::isOfName);
  }

  /** A required text that can't be changed counts as the object's name. */
  private boolean isOfName(Difference difference) {
    return type.schema().body().attributes().stream()
        .filter(attribute -> attribute.presence() == AttributeSchema.Presence.REQUIRED)
        .filter(AttributeSchema::forcesReplacement)
        .filter(attribute -> attribute.type().equals(AttributeType.STRING))
        .anyMatch(attribute -> difference.pointer().equals("/" + attribute.name()));
  }

  /** Whether the recorded object was found to be gone, so that a new one is made. */
  public boolean isGone() {
    return planned != null && SelfPlanned.isGone(planned, record);
  }

  public boolean isNothing() {
    return change instanceof Change.Nothing;
  }
}
