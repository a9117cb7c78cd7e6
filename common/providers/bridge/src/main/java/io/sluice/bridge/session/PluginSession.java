package io.sluice.bridge.session;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.process.Plugin;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.config.LanguageVersion;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A provider in a process that was started. Calls may run at the same time. Values that come in are
 * unmarked and of the type's own type; so are those that go out.
 */
public final class PluginSession {
  /** The version of Terraform that providers are told to work for; some do things by it. */
  public static final String TERRAFORM_VERSION = LanguageVersion.TERRAFORM;

  private static final int SERVING = 1;

  private final Plugin plugin;
  private final Conversation conversation;
  private final ResourcePlanning planning;
  private final ResourceApplying applying;
  private final ResourceReading reading;
  private final EphemeralCalls ephemerals;
  private final FunctionCalls functions;
  private final AtomicInteger stops = new AtomicInteger();

  /** A session with a schema that is known from an earlier process of the same package. */
  public PluginSession(Plugin plugin, SchemaCatalog catalog) {
    this.plugin = plugin;
    this.conversation = new Conversation(plugin, catalog);
    this.planning = new ResourcePlanning(conversation);
    this.applying = new ResourceApplying(conversation, planning);
    this.reading = new ResourceReading(conversation);
    this.ephemerals = new EphemeralCalls(conversation);
    this.functions = new FunctionCalls(conversation);
  }

  /** A session whose schema is asked of the provider itself. */
  public static Reply<PluginSession> open(Plugin plugin) {
    Conversation asking = new Conversation(plugin, emptyCatalog(plugin));
    return asking.reply(
        Rpcs.SCHEMA,
        said -> {
          Wire.SchemaResponse schema = asking.call(Rpcs.SCHEMA, Wire.Empty.getDefaultInstance());
          Conversation.hear(schema.getDiagnosticsList(), said);
          return new PluginSession(
              plugin,
              new SchemaCatalog(plugin.channel().version(), schema, identities(asking, said)));
        });
  }

  private static SchemaCatalog emptyCatalog(Plugin plugin) {
    return new SchemaCatalog(
        plugin.channel().version(),
        Wire.SchemaResponse.getDefaultInstance(),
        Wire.IdentitySchemasResponse.getDefaultInstance());
  }

  private static Wire.IdentitySchemasResponse identities(
      Conversation asking, List<ProviderDiagnostic> said) throws CallFailed, Refusal {
    try {
      Wire.IdentitySchemasResponse identities =
          asking.call(Rpcs.IDENTITY_SCHEMAS, Wire.Empty.getDefaultInstance());
      Conversation.hear(identities.getDiagnosticsList(), said);
      return identities;
    } catch (CallFailed e) {
      if (e.why() == CallFailed.Cause.UNSUPPORTED) {
        return Wire.IdentitySchemasResponse.getDefaultInstance();
      }
      throw e;
    }
  }

  public SchemaCatalog catalog() {
    return conversation.catalog();
  }

  /** Whether a call got no answer: what is asked next is asked of another process. */
  public boolean isLost() {
    return conversation.isLost();
  }

  /** Checks the provider's own configuration. */
  public Reply<Value> validateProvider(Value config) {
    return conversation.reply(
        Rpcs.VALIDATE_PROVIDER,
        said -> {
          validateProvider(config, said);
          return config;
        });
  }

  private void validateProvider(Value config, List<ProviderDiagnostic> said)
      throws CallFailed, DecodeFailed, Refusal {
    Type type = catalog().provider().type();
    Wire.ValidateProviderRequest request =
        Wire.ValidateProviderRequest.newBuilder()
            .setConfig(Conversation.encode(config, type))
            .build();
    Conversation.hear(
        conversation.call(Rpcs.VALIDATE_PROVIDER, request).getDiagnosticsList(), said);
  }

  /** Configures the provider, once for each process and before anything but validation. */
  public Reply<Value> configure(Value config) {
    return conversation.reply(
        Rpcs.CONFIGURE,
        said -> {
          validateProvider(config, said);
          Wire.ConfigureRequest request =
              Wire.ConfigureRequest.newBuilder()
                  .setTerraformVersion(TERRAFORM_VERSION)
                  .setConfig(Conversation.encode(config, catalog().provider().type()))
                  .setClientCapabilities(Conversation.CAPABILITIES)
                  .build();
          Conversation.hear(conversation.call(Rpcs.CONFIGURE, request).getDiagnosticsList(), said);
          return config;
        });
  }

  public Reply<Value> validate(String type, Value config) {
    return conversation.reply(
        Rpcs.VALIDATE_RESOURCE,
        said -> {
          planning.validate(conversation.resource(type), config, said);
          return config;
        });
  }

  /** Stored state as the present schema has it; for every state that is read. */
  public Reply<Value> upgrade(String type, StoredState stored) {
    return conversation.reply(Rpcs.UPGRADE, said -> reading.upgrade(type, stored, said));
  }

  public Reply<Value> upgradeIdentity(String type, long version, byte[] json) {
    return conversation.reply(
        Rpcs.UPGRADE_IDENTITY, said -> reading.upgradeIdentity(type, version, json, said));
  }

  /** The object as it is now; empty if it is gone. */
  public Reply<Optional<ObjectState>> read(String type, ObjectState state) {
    return conversation.reply(Rpcs.READ, said -> reading.read(type, state, said));
  }

  /** What is to become of an object, with the provider's word for it. */
  public Reply<PlannedChange> plan(PlanAsk ask) {
    return conversation.reply(Rpcs.PLAN, said -> planning.plan(ask, said));
  }

  public Reply<PlannedChange> planDestroy(String type, ObjectState prior) {
    return conversation.reply(Rpcs.PLAN, said -> planning.planDestroy(type, prior, said));
  }

  /**
   * Creates or updates. A replacement's old object is deleted, or set aside, before or afterwards;
   * here its prior is empty.
   *
   * @param first what was planned, when parts of the configuration may have been unknown
   * @param ask the same with what is known now, which is everything
   */
  public Reply<Applied> apply(PlannedChange first, PlanAsk ask) {
    Reply<PlannedChange> last =
        conversation.reply(Rpcs.PLAN, said -> applying.finalPlan(first, ask, said));
    return switch (last) {
      case Reply.Refused<PlannedChange>(List<ProviderDiagnostic> said) -> new Reply.Refused<>(said);
      case Reply.Lost<PlannedChange>(Loss loss) ->
          // Planning changes nothing, however far it was.
          new Reply.Lost<>(
              new Loss(loss.call(), Loss.Phase.BEFORE_CALL, loss.sentence(), loss.crash()));
      case Reply.Done<PlannedChange>(PlannedChange change, List<ProviderDiagnostic> said) ->
          change.action() == Action.NO_OP
              ? new Reply.Done<>(new Applied(ask.prior(), said, change.tolerated()), said)
              : change(change, ask.prior(), ask.config(), said);
    };
  }

  /**
   * Deletes an object as it was planned, or the old one of a replacement, for which nothing more is
   * planned.
   */
  public Reply<Applied> destroy(PlannedChange planned, ObjectState prior) {
    Value nothing = Value.nullOf(planned.planned().type());
    return change(planned.deleting(nothing), Optional.of(prior), nothing, List.of());
  }

  private Reply<Applied> change(
      PlannedChange change,
      Optional<ObjectState> prior,
      Value config,
      List<ProviderDiagnostic> said) {
    int before = stops.get();
    if (before > 0) {
      return new Reply.Lost<>(
          new Loss(
              conversation.nameOf(Rpcs.APPLY),
              Loss.Phase.BEFORE_CALL,
              "The provider was stopped before the change began.",
              Optional.empty()));
    }
    Reply<Applied> reply =
        conversation.reply(Rpcs.APPLY, more -> applying.apply(change, prior, config, said));
    boolean wasStopped = stops.get() != before;
    return wasStopped && saysNothing(reply, prior) ? stopped() : reply;
  }

  /**
   * A provider that is stopped reports an ordinary error, although its request may be under way.
   */
  private static boolean saysNothing(Reply<Applied> reply, Optional<ObjectState> prior) {
    return reply instanceof Reply.Done<Applied>(Applied applied, List<ProviderDiagnostic> said)
        && !applied.succeeded()
        && applied.object().equals(prior);
  }

  private Reply<Applied> stopped() {
    return new Reply.Lost<>(
        new Loss(
            conversation.nameOf(Rpcs.APPLY),
            Loss.Phase.DURING_CALL,
            "The provider was stopped in the middle of the change and does not say how far it was.",
            Optional.empty()));
  }

  /** Finds an object that is in no state, and reads it. */
  public Reply<ObjectState> importObject(String type, ImportTarget target) {
    return conversation.reply(Rpcs.IMPORT, said -> reading.importObject(type, target, said));
  }

  /** Looks for an object that is in no state; empty if there is none. */
  public Reply<Optional<ObjectState>> find(String type, ImportTarget target) {
    return conversation.reply(Rpcs.IMPORT, said -> reading.find(type, target, said));
  }

  /** State of this type, made of another's; the provider need not be configured. */
  public Reply<ObjectState> move(String type, MoveSource source) {
    return conversation.reply(Rpcs.MOVE, said -> reading.move(type, source, said));
  }

  public Reply<Value> validateData(String type, Value config) {
    return conversation.reply(
        Rpcs.VALIDATE_DATA,
        said -> {
          ephemerals.validateData(type, config, said);
          return config;
        });
  }

  public Reply<Value> readData(String type, Value config) {
    return conversation.reply(Rpcs.READ_DATA, said -> ephemerals.readData(type, config, said));
  }

  public Reply<Value> validateEphemeral(String type, Value config) {
    return conversation.reply(
        Rpcs.VALIDATE_EPHEMERAL,
        said -> {
          ephemerals.validateEphemeral(type, config, said);
          return config;
        });
  }

  public Reply<OpenEphemeral> openEphemeral(String type, Value config) {
    return conversation.reply(Rpcs.OPEN, said -> ephemerals.open(type, config, said));
  }

  public Reply<OpenEphemeral> renew(OpenEphemeral open) {
    return conversation.reply(Rpcs.RENEW, said -> ephemerals.renew(open, said));
  }

  public Reply<OpenEphemeral> close(OpenEphemeral open) {
    return conversation.reply(
        Rpcs.CLOSE,
        said -> {
          ephemerals.close(open, said);
          return open;
        });
  }

  /** The result of one of the provider's functions. */
  public Reply<Value> callFunction(String name, List<Value> arguments) {
    return conversation.reply(Rpcs.CALL, said -> functions.call(name, arguments));
  }

  /**
   * Whether the process lives and answers in time; a plugin without health checks is as healthy as
   * alive.
   */
  public boolean isHealthy(Duration limit) {
    try {
      Wire.HealthResponse health =
          plugin
              .channel()
              .call(
                  Rpcs.HEALTH, Wire.HealthRequest.newBuilder().setService("plugin").build(), limit);
      return health.getStatus() == SERVING;
    } catch (CallFailed e) {
      return e.why() == CallFailed.Cause.UNSUPPORTED && plugin.isAlive();
    }
  }

  /**
   * Tells the provider to give up whatever it does, in all calls at once. What it was changing is
   * in doubt from then on, and the process should not be used again.
   */
  public Reply<String> stop() {
    stops.incrementAndGet();
    return conversation.reply(
        Rpcs.STOP,
        said -> conversation.call(Rpcs.STOP, Wire.Empty.getDefaultInstance()).getError());
  }
}
