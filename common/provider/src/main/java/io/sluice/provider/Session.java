package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * A configured provider. Calls block (each runs on a virtual thread), may run at the same time, and
 * answer with a value for whatever can be expected to happen; an exception is a bug of the
 * provider. Every configuration that comes in is complete (substituted), checked and conformed to
 * the schema.
 */
public interface Session extends AutoCloseable {

  /** Whether the target is reachable and accepts the credentials; empty if so. */
  default Optional<Outcome.Failed> validateCredentials(OperationContext context) {
    return Optional.empty();
  }

  /** See {@link ResourceType#showsItsWrites}. */
  default boolean showsItsWrites(String type) {
    return false;
  }

  /** {@link Outcome.Done}, or a failure. */
  Outcome create(OperationContext context, String type, JsonNode desired);

  /** {@link Outcome.Done} or {@link Outcome.Gone}, or a failure. */
  Outcome read(OperationContext context, String type, Prior prior);

  /** {@link Outcome.Done}; {@link Outcome.Gone} when there was nothing left to update. */
  Outcome update(OperationContext context, String type, Prior prior, JsonNode desired);

  /** {@link Outcome.Gone}, also when it was gone before. */
  Outcome delete(OperationContext context, String type, Prior prior);

  /** For types of class SEARCH and TOKEN: the object that an earlier attempt of this token made. */
  Outcome findByToken(OperationContext context, String type, JsonNode desired);

  /** Objects that carry a tag beginning with {@code tagPrefix}; empty if a type cannot tell. */
  List<Listed> list(OperationContext context, String type, String tagPrefix);

  Outcome importState(OperationContext context, String type, String importId);

  Outcome readData(OperationContext context, String type, JsonNode config);

  /** The output of a step is the attributes of {@link Outcome.Done}. */
  Outcome runStep(OperationContext context, String runner, JsonNode arguments);

  @Override
  void close();

  /** An object found at the target. */
  record Listed(String id, String tag) {}
}
