package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.SchemaDiff;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;

/** One resource type of a provider written in Java. See {@link Session} for what each answers. */
public interface ResourceType {
  TypeSchema schema();

  /** See {@link Provider#plan}. */
  default PlannedChange plan(Provider.PlanInput input) {
    return SchemaDiff.diff(schema(), input.priorDesired(), input.desired(), input.unknown());
  }

  /** See {@link Provider#repeats}. */
  default Repeats repeats(JsonNode desired) {
    return schema().repeats();
  }

  /**
   * Create, update and delete return only when reads show what they did; the worker needs not look.
   */
  default boolean showsItsWrites() {
    return schema().rootBound();
  }

  Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException;

  Outcome read(OperationContext context, Prior prior) throws ProviderFailure, InterruptedException;

  /** Not called for a type in which every argument forces replacement. */
  default Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    return Outcome.permanent(
        "NO_UPDATE", schema().type() + " cannot be updated in place; replace it");
  }

  Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException;

  default Outcome findByToken(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    return new Outcome.Gone();
  }

  default List<Session.Listed> list(OperationContext context, String tagPrefix)
      throws ProviderFailure, InterruptedException {
    return List.of();
  }

  default Outcome importState(OperationContext context, String importId)
      throws ProviderFailure, InterruptedException {
    return Outcome.user("NO_IMPORT", schema().type() + " cannot be imported");
  }
}
