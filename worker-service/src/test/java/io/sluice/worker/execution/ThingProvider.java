package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.Announces;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A provider with scripted answers, which records its requests. */
final class ThingProvider implements Provider {
  final List<String> calls = new ArrayList<>();
  final Deque<Outcome> creates = new ArrayDeque<>();
  final Deque<Outcome> reads = new ArrayDeque<>();
  final List<JsonNode> configurations = new ArrayList<>();
  final List<Duration> timesLeft = new ArrayList<>();
  Duration creationLasts = Duration.ZERO;
  Outcome found = new Outcome.Gone();
  Outcome there = new Outcome.Gone();
  Runnable inCreate = () -> {};
  Runnable inConfigure = () -> {};

  /** What a create announces before it answers: not at all while null. */
  @Nullable Boolean announced;

  final List<Boolean> absentBefore = new ArrayList<>();
  private final Announces announces;
  private final TypedSession types;

  ThingProvider() {
    this(Announces.NOTHING);
  }

  ThingProvider(Announces announces) {
    this.announces = announces;
    this.types = TypedSession.of(new Thing());
  }

  @Override
  public String name() {
    return "things";
  }

  @Override
  public ProviderSchema schema() {
    return new ProviderSchema(
        BlockBody.of(
            AttributeSchema.optional("region", AttributeType.STRING),
            AttributeSchema.optional("key", AttributeType.STRING).asSensitive()),
        types.schema().types());
  }

  @Override
  public Configured configure(JsonNode configuration) {
    configurations.add(configuration);
    inConfigure.run();
    return new Configured.Ready(types);
  }

  private final class Thing implements ResourceType {
    @Override
    public TypeSchema schema() {
      TypeSchema schema =
          TypeSchema.resource(
              "thing",
              "A thing.",
              Repeats.all(RepeatClass.BY_NAME),
              AttributeSchema.optional("name", AttributeType.STRING),
              AttributeSchema.computed("echo", AttributeType.STRING));
      return switch (announces) {
        case NOTHING -> schema;
        case WRITING -> schema.announcesWriting();
        case ABSENCE -> schema.announcesAbsence();
      };
    }

    @Override
    public Outcome create(OperationContext context, JsonNode desired)
        throws ProviderFailure, InterruptedException {
      calls.add("create " + desired);
      absentBefore.add(context.absent());
      Boolean absent = announced;
      if (absent != null) {
        context.writing(absent);
        calls.add("wrote");
      }
      inCreate.run();
      timesLeft.add(context.deadline().remaining());
      if (creationLasts.isPositive() && !context.cancellation().sleep(creationLasts)) {
        return new Outcome.InDoubt("CANCELLED", context.cancellation().reason());
      }
      Outcome planned = creates.poll();
      return planned != null ? planned : new Outcome.Done("thing-1", desired);
    }

    @Override
    public Outcome read(OperationContext context, Prior prior) {
      calls.add("read " + prior.id());
      Outcome planned = reads.poll();
      return planned != null ? planned : there;
    }

    @Override
    public Outcome update(OperationContext context, Prior prior, JsonNode desired) {
      calls.add("update " + prior.id() + " " + desired);
      return new Outcome.Done(prior.id(), desired);
    }

    @Override
    public Outcome delete(OperationContext context, Prior prior) {
      calls.add("delete " + prior.id());
      return new Outcome.Gone();
    }

    @Override
    public Outcome findByToken(OperationContext context, JsonNode desired) {
      calls.add("find " + context.token());
      return found;
    }
  }
}
