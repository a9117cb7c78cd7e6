package io.sluice.providers.fakecloud;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.providers.http.HttpCall;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;

/** Resources on a {@link FakeCloud}. */
public final class FakeCloudProvider implements Provider {
  private static final String DEFAULT = "http://127.0.0.1:7070";

  private static final BlockBody CONFIGURATION =
      BlockBody.of(
          optional("endpoint", STRING)
              .describedAs(
                  "The cloud's URL (default: FAKECLOUD_ENDPOINT of the worker, else "
                      + DEFAULT
                      + ")."));

  private static final TypeSchema NETWORK =
      type("fakecloud_network", "A network.", itsName(), fixed("cidr", "Its addresses."));
  private static final TypeSchema SUBNET =
      type(
          "fakecloud_subnet",
          "A part of a network.",
          itsName(),
          fixed("cidr", "Its addresses."),
          fixed("network_id", "The network."));
  private static final TypeSchema INSTANCE =
      type(
          "fakecloud_instance",
          "A machine.",
          itsName(),
          required("size", STRING).describedAs("The size, for example small."),
          fixed("subnet_id", "The subnet that it is in."),
          optional("image", STRING).replaces().describedAs("The image that it starts with."),
          computed("ip", STRING).kept().describedAs("Its address."));
  private static final TypeSchema BUCKET =
      type(
          "fakecloud_bucket",
          "A place for objects, with a unique name.",
          fixed("name", "Its name."),
          optional("versioning", BOOL).defaultsTo(false).describedAs("Keep old versions."),
          computed("url", STRING).kept().describedAs("The bucket's URL."));
  private static final TypeSchema DATABASE =
      type(
          "fakecloud_database",
          "A database server.",
          itsName(),
          fixed("engine", "For example postgresql."),
          fixed("subnet_id", "The subnet that it is in."),
          optional("storage_gb", INTEGER)
              .defaultsTo(10)
              .describedAs("The size of its disk, in GB."),
          optional("password", STRING).asSensitive().describedAs("The administrator's password."),
          computed("endpoint", STRING).kept().describedAs("Host and port."));

  @Override
  public String name() {
    return "fakecloud";
  }

  @Override
  public ProviderSchema schema() {
    return new ProviderSchema(CONFIGURATION, List.of(NETWORK, SUBNET, INSTANCE, BUCKET, DATABASE));
  }

  @Override
  public Configured configure(JsonNode configuration) {
    String fromEnvironment = System.getenv("FAKECLOUD_ENDPOINT");
    String fallback = fromEnvironment == null ? DEFAULT : fromEnvironment;
    String endpoint = configuration.path("endpoint").asText(fallback);
    URI base;
    try {
      base = URI.create(endpoint.endsWith("/") ? endpoint : endpoint + "/");
    } catch (IllegalArgumentException e) {
      return new Configured.Refused(
          Outcome.user("BAD_ENDPOINT", "endpoint is not a URL: " + endpoint));
    }
    List<ResourceType> types =
        List.of(
            new CloudResource(NETWORK, Kind.NETWORK, base),
            new CloudResource(SUBNET, Kind.SUBNET, base),
            new CloudResource(INSTANCE, Kind.INSTANCE, base),
            new CloudResource(BUCKET, Kind.BUCKET, base),
            new CloudResource(DATABASE, Kind.DATABASE, base));
    return new Configured.Ready(
        TypedSession.of(types, List.of(), List.of(), () -> {})
            .behind(context -> reach(context, base)));
  }

  private static void reach(OperationContext context, URI base)
      throws ProviderFailure, InterruptedException {
    HttpCall.Reply reply = HttpCall.send(context, HttpRequest.newBuilder(base.resolve("health")));
    if (!reply.ok()) {
      throw ProviderFailure.permanent("NOT_A_CLOUD", base + " answers " + reply.status());
    }
  }

  private static TypeSchema type(String type, String description, AttributeSchema... attributes) {
    return TypeSchema.resource(type, description, Repeats.all(RepeatClass.TOKEN), attributes)
        .withAttributes(
            List.of(
                optional("tags", AttributeType.mapOf(STRING)).describedAs("Arbitrary tags."),
                computed("id", STRING).kept().describedAs("The cloud's id."),
                computed("status", STRING).kept().describedAs("The status: active.")))
        .canBeImported()
        .announcesWriting();
  }

  private static AttributeSchema itsName() {
    return required("name", STRING).describedAs("Its name.");
  }

  private static AttributeSchema fixed(String name, String description) {
    return required(name, STRING).replaces().describedAs(description);
  }
}
