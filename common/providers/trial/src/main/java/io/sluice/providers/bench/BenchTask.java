package io.sluice.providers.bench;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StateOnlyType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.math.BigInteger;
import java.time.Duration;

/** Adds one to its input, after a wait if asked to. A chain of them proves the order by its end. */
final class BenchTask implements StateOnlyType {
  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
          "bench_task",
          "Adds one to its input; used to measure.",
          Repeats.all(RepeatClass.PURE),
          required("input", INTEGER).describedAs("A whole number."),
          optional("sleep_ms", INTEGER)
              .checkedBy(ValueCheck.between(0, 86_400_000))
              .describedAs("How long to wait first, in milliseconds."),
          computed("output", INTEGER).describedAs("The input plus one."),
          computed("id", STRING).kept().describedAs("The operation's token."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    return worked(context, context.token(), desired);
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    return worked(context, prior.id(), desired);
  }

  private static Outcome worked(OperationContext context, String id, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    int sleep = desired.path("sleep_ms").intValue();
    if (sleep > 0) {
      try {
        context.pause(Duration.ofMillis(sleep));
      } catch (OperationContext.Stopped e) {
        throw e.nothingDone();
      }
    }
    ObjectNode attributes = desired.deepCopy();
    JsonNode input = desired.get("input");
    if (input.canConvertToLong() && input.longValue() < Long.MAX_VALUE) {
      attributes.put("output", input.longValue() + 1);
    } else {
      attributes.put("output", input.bigIntegerValue().add(BigInteger.ONE));
    }
    return new Outcome.Done(id, attributes.put("id", id));
  }
}
