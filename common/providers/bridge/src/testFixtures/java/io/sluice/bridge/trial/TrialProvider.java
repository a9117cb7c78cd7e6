package io.sluice.bridge.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Answers calls; an object's attribute {@code fault} names what is to go wrong with it. */
final class TrialProvider {
  /** A text where an object should be. */
  private static final Wire.DynamicValue NO_OBJECT =
      Wire.DynamicValue.newBuilder().setMsgpack(ByteString.fromHex("a3666f6f")).build();

  /** What is open by a key that begins so has to be renewed all the time. */
  private static final String RENEWED_OFTEN = "often";

  private final ProtocolVersion version;
  private final int excess;
  private final SchemaCatalog catalog;
  private final Optional<TrialLedger> ledger = TrialLedger.of(System.getenv());
  private final AtomicInteger objects = new AtomicInteger();
  private volatile String endpoint = "";
  private final AtomicReference<CountDownLatch> stopped =
      new AtomicReference<>(new CountDownLatch(1));

  /**
   * @param excess bytes that its schema has beside what is in it
   */
  TrialProvider(ProtocolVersion version, int excess) {
    this.version = version;
    this.excess = excess;
    this.catalog = TrialSchema.catalog(version);
  }

  int objects() {
    return objects.get();
  }

  Wire.SchemaResponse schema(Wire.Empty request) {
    Wire.SchemaResponse schema = TrialSchema.of(version);
    return excess == 0
        ? schema
        : schema.toBuilder()
            .putResourceSchemas("trial_large", ByteString.copyFrom(new byte[excess]))
            .build();
  }

  Wire.IdentitySchemasResponse identitySchemas(Wire.Empty request) {
    return TrialSchema.identities();
  }

  Wire.ValidateProviderResponse validateProvider(Wire.ValidateProviderRequest request) {
    return Wire.ValidateProviderResponse.newBuilder()
        .setPreparedConfig(request.getConfig())
        .build();
  }

  /** May refuse, as many do, what is not known of where it works. */
  Wire.DiagnosticsResponse configure(Wire.ConfigureRequest request) throws DecodeFailed {
    boolean isStrict = System.getenv().containsKey("TRIAL_STRICT");
    Value config = DynamicValues.decode(request.getConfig(), catalog.provider().type());
    endpoint = text(config, "endpoint");
    return isStrict && !config.isWhollyKnown()
        ? Wire.DiagnosticsResponse.newBuilder()
            .addDiagnostics(error("No endpoint", "endpoint"))
            .build()
        : Wire.DiagnosticsResponse.getDefaultInstance();
  }

  Wire.DiagnosticsResponse validate(Wire.ValidateRequest request) throws DecodeFailed {
    Wire.DiagnosticsResponse.Builder response = Wire.DiagnosticsResponse.newBuilder();
    if (catalog.resource(request.getTypeName()).isPresent()) {
      String fault = fault(decode(request.getTypeName(), request.getConfig()));
      if (fault.equals("invalid")) {
        response.addDiagnostics(error("Not valid", "fault"));
      }
      if (fault.equals("warn")) {
        response.addDiagnostics(
            Wire.Diagnostic.newBuilder()
                .setSeverity(Wire.Diagnostic.Severity.WARNING)
                .setSummary("Be careful"));
      }
    }
    return response.build();
  }

  private static Wire.Diagnostic error(String summary, String attribute) {
    return Wire.Diagnostic.newBuilder()
        .setSeverity(Wire.Diagnostic.Severity.ERROR)
        .setSummary(summary)
        .setDetail("because it was asked to")
        .setAttribute(
            Wire.AttributePath.newBuilder()
                .addSteps(Wire.AttributePath.Step.newBuilder().setAttributeName(attribute)))
        .build();
  }

  private Block block(String type) throws DecodeFailed {
    return catalog.resource(type).orElseThrow().block();
  }

  private Value decode(String type, Wire.DynamicValue value) throws DecodeFailed {
    return DynamicValues.decode(value, block(type).type());
  }

  private Wire.DynamicValue encode(String type, Value value) throws DecodeFailed {
    return DynamicValues.encode(value, block(type).type());
  }

  private static String text(Value object, String name) {
    Value value = object instanceof ObjectValue known ? known.map().get(name) : null;
    return value instanceof Value.StringValue(String text) ? text : "";
  }

  private static String fault(Value object) {
    return text(object, "fault");
  }

  Wire.UpgradeResponse upgrade(Wire.UpgradeRequest request) throws DecodeFailed {
    return Wire.UpgradeResponse.newBuilder()
        .setUpgradedState(Wire.DynamicValue.newBuilder().setJson(request.getRawState().getJson()))
        .build();
  }

  Wire.ReadResponse read(Wire.ReadRequest request) throws Exception {
    String type = request.getTypeName();
    Value state = decode(type, request.getCurrentState());
    if (ledger.isPresent()) {
      Value nothing = Value.nullOf(block(type).type());
      state = ledger.get().read(type, text(state, "name"), block(type).type()).orElse(nothing);
    }
    Value now =
        switch (fault(state)) {
          case "gone" -> Value.nullOf(block(type).type());
          case "read-unknown" -> TrialObjects.with(state, "size", Value.unknown(Types.NUMBER));
          case "drifted" -> TrialObjects.with(state, "note", Value.of("drifted"));
          case "restless" -> TrialObjects.with(state, "revision", Value.of(next(state)));
          default -> state;
        };
    if (type.equals("trial_legacy") && text(state, "body").endsWith("null-blocks")) {
      Value rules = Value.nullOf(block(type).blocks().get("rule").type());
      now = TrialObjects.with(state, "rule", rules);
    }
    if (fault(state).equals("read-type")) {
      return Wire.ReadResponse.newBuilder().setNewState(NO_OBJECT).build();
    }
    Wire.ReadResponse.Builder response =
        Wire.ReadResponse.newBuilder()
            .setNewState(encode(type, now))
            .setPrivate(request.getPrivate());
    if (request.hasCurrentIdentity()) {
      response.setNewIdentity(request.getCurrentIdentity());
    }
    return response.build();
  }

  Wire.PlanResponse plan(Wire.PlanRequest request) throws Exception {
    String type = request.getTypeName();
    Value prior = decode(type, request.getPriorState());
    Value proposed = decode(type, request.getProposedNewState());
    Value config = decode(type, request.getConfig());
    Wire.PlanResponse.Builder response =
        Wire.PlanResponse.newBuilder()
            .setPlannedPrivate(
                ByteString.copyFromUtf8(
                    "planned(" + request.getPriorPrivate().toStringUtf8() + ")"));
    if (proposed.isNull()) {
      return response.setPlannedState(encode(type, proposed)).build();
    }
    Value planned =
        TrialObjects.plan(block(type), TrialObjects.withoutWriteOnly(block(type), proposed));
    if (!text(prior, "note").isEmpty()
        && text(prior, "note").equalsIgnoreCase(text(config, "note"))) {
      // The same but for letters' case, which this provider keeps as it is.
      planned = TrialObjects.with(planned, "note", Value.of(text(prior, "note")));
    }
    if (type.equals("trial_thing") && !prior.isNull() && !planned.equals(prior)) {
      planned = TrialObjects.with(planned, "revision", Value.unknown(Types.NUMBER));
    }
    String fault = fault(config);
    switch (fault) {
      case "plan-error" -> response.addDiagnostics(error("Can't plan", "name"));
      case "plan-differs" -> planned = TrialObjects.with(planned, "note", Value.of("mine"));
      case "plan-type" -> {
        return response
            .setPlannedState(
                Wire.DynamicValue.newBuilder().setMsgpack(ByteString.fromHex("a3666f6f")))
            .build();
      }
      case "defer" -> response.setDeferred(Wire.Deferred.newBuilder().setReason(2));
      case "die-in-plan" -> Runtime.getRuntime().halt(3);
      case "slow-plan" -> Thread.sleep(300);
      case "hang-plan" -> new CountDownLatch(1).await();
      case "tells" -> {
        tellAll();
        response.addDiagnostics(
            error("Can't plan", "name").toBuilder().setDetail("not at " + endpoint).build());
      }
      case "dies-telling" -> {
        tellAll();
        Thread.sleep(100);
        Runtime.getRuntime().halt(3);
      }
      case "lost-path" -> response.addRequiresReplace(path("nowhere"));
      default -> {}
    }
    if (type.equals("trial_legacy")) {
      response.setLegacyTypeSystem(true);
      if (!text(config, "body").isEmpty()) {
        planned = TrialObjects.with(planned, "body", Value.of("hash of " + text(config, "body")));
      }
    }
    if (type.equals("trial_named") && !text(config, "name").isEmpty()) {
      response.setPlannedIdentity(identity(text(config, "name")));
    }
    if (block(type).attributes().containsKey("place")) {
      response.addRequiresReplace(path("place"));
    }
    if (type.equals("trial_deep")) {
      addTitles(prior, planned, response);
    }
    return response.setPlannedState(encode(type, planned)).addRequiresReplace(path("name")).build();
  }

  /** A layer of another title is another object. */
  private static void addTitles(Value prior, Value planned, Wire.PlanResponse.Builder response) {
    if (prior.isNull() || !planned.entries().get("layer").isKnown()) {
      return;
    }
    List<Value> before = List.copyOf(prior.entries().get("layer").elements());
    List<Value> after = List.copyOf(planned.entries().get("layer").elements());
    for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
      if (!before.get(i).entries().get("title").equals(after.get(i).entries().get("title"))) {
        response.addRequiresReplace(
            Wire.AttributePath.newBuilder()
                .addSteps(Wire.AttributePath.Step.newBuilder().setAttributeName("layer"))
                .addSteps(Wire.AttributePath.Step.newBuilder().setElementKeyInt(i))
                .addSteps(Wire.AttributePath.Step.newBuilder().setAttributeName("title")));
      }
    }
  }

  /** As providers do that print what they were given. */
  private void tellAll() {
    System.err.println("panic: no answer at " + endpoint);
    System.out.println("no answer at " + endpoint);
  }

  private static Wire.AttributePath path(String name) {
    return Wire.AttributePath.newBuilder()
        .addSteps(Wire.AttributePath.Step.newBuilder().setAttributeName(name))
        .build();
  }

  private static Wire.IdentityData identity(String name) {
    return Wire.IdentityData.newBuilder()
        .setIdentityData(
            DynamicValues.encode(
                ObjectValue.of(Map.of("name", Value.of(name))),
                Type.object(Map.of("name", Types.STRING))))
        .build();
  }

  /** Another one in another place. */
  private static String called(Value planned) {
    String place = text(planned, "place");
    return text(planned, "name") + (place.isEmpty() ? "" : "-" + place);
  }

  private static long next(Value prior) {
    return prior instanceof ObjectValue object
            && object.map().get("revision") instanceof Value.NumberValue number
        ? number.number().toBigInteger().longValue() + 1
        : 1;
  }

  Wire.ApplyResponse apply(Wire.ApplyRequest request) throws Exception {
    String type = request.getTypeName();
    Value prior = decode(type, request.getPriorState());
    Value planned = decode(type, request.getPlannedState());
    Value config = decode(type, request.getConfig());
    String fault = fault(planned.isNull() ? prior : config);
    Value nothing = Value.nullOf(block(type).type());
    Wire.ApplyResponse.Builder response =
        Wire.ApplyResponse.newBuilder()
            .setPrivate(
                ByteString.copyFromUtf8("applied " + request.getPlannedPrivate().toStringUtf8()))
            .setLegacyTypeSystem(type.equals("trial_legacy"));
    if (request.hasPlannedIdentity()) {
      response.setNewIdentity(request.getPlannedIdentity());
    }
    if (planned.isNull()) {
      if (fault.equals("delete-error")) {
        return response
            .setNewState(encode(type, prior))
            .addDiagnostics(error("Can't delete", "name"))
            .build();
      }
      if (fault.equals("delete-error-null")) {
        return response
            .setNewState(encode(type, nothing))
            .addDiagnostics(error("Can't delete", "name"))
            .build();
      }
      objects.decrementAndGet();
      if (ledger.isPresent()) {
        ledger.get().delete(type, text(prior, "name"));
      }
      return response.setNewState(encode(type, nothing)).build();
    }
    Value made = TrialObjects.make(block(type), planned, called(planned), next(prior));
    made = TrialFiles.applied(fault, text(planned, "note"), made);
    if (prior.isNull()) {
      objects.incrementAndGet();
    }
    if (ledger.isPresent()) {
      String name = text(planned, "name");
      Type of = block(type).type();
      Optional<String> refusal =
          prior.isNull()
              ? ledger.get().create(type, name, fault, made, of)
              : ledger.get().update(type, name, fault, made, of);
      if (refusal.isPresent()) {
        return response
            .setNewState(encode(type, prior))
            .addDiagnostics(error("Refused", "name").toBuilder().setDetail(refusal.get()).build())
            .build();
      }
    }
    switch (fault) {
      case "apply-error" -> {
        objects.addAndGet(prior.isNull() ? -1 : 0);
        return response
            .setNewState(encode(type, nothing))
            .addDiagnostics(error("Can't apply", "name"))
            .build();
      }
      case "update-error" -> {
        if (!prior.isNull()) {
          return response
              .setNewState(encode(type, nothing))
              .addDiagnostics(error("Can't update", "name"))
              .build();
        }
      }
      case "create-partial" -> {
        if (prior.isNull()) {
          response.addDiagnostics(error("Half of it is made", "note"));
        }
      }
      case "apply-partial" -> response.addDiagnostics(error("Half of it is done", "note"));
      case "apply-unknown" -> made = TrialObjects.with(made, "size", Value.unknown(Types.NUMBER));
      case "apply-differs" -> made = TrialObjects.with(made, "note", Value.of("other"));
      case "apply-null" -> made = nothing;
      case "apply-type" -> {
        return response.setNewState(NO_OBJECT).build();
      }
      case "die-in-apply" -> {
        System.err.println("panic: it was asked to");
        System.err.println("goroutine 1 [running]:");
        Thread.sleep(100);
        Runtime.getRuntime().halt(2);
      }
      case "slow" -> Thread.sleep(700);
      case "until-stopped" -> {
        stopped.get().await();
        return response
            .setNewState(encode(type, nothing))
            .addDiagnostics(error("context canceled", "name"))
            .build();
      }
      default -> {}
    }
    return response.setNewState(encode(type, made)).build();
  }

  Wire.ImportResponse importState(Wire.ImportRequest request) throws DecodeFailed {
    String type = request.getTypeName();
    Wire.ImportResponse.Builder response = Wire.ImportResponse.newBuilder();
    if (request.getId().equals("nothing")) {
      return response.build();
    }
    String name = request.getId();
    if (request.hasIdentity()) {
      name =
          text(
              DynamicValues.decode(
                  request.getIdentity().getIdentityData(),
                  Type.object(Map.of("name", Types.STRING))),
              "name");
    }
    Value empty = block(type).empty();
    Value value = TrialObjects.with(empty, "name", Value.of(name));
    value = TrialObjects.with(value, "id", Value.of("made-for-" + name));
    if (name.equals("gone")) {
      value = TrialObjects.with(value, "fault", Value.of("gone"));
    }
    Wire.ImportResponse.Imported.Builder imported =
        Wire.ImportResponse.Imported.newBuilder()
            .setTypeName(type)
            .setState(encode(type, value))
            .setPrivate(ByteString.copyFromUtf8("imported"));
    if (type.equals("trial_named")) {
      imported.setIdentity(identity(name));
    }
    return response.addImportedResources(imported).build();
  }

  /** Takes over what both types have; what is called {@code refused} does not go over. */
  Wire.MoveResponse move(Wire.MoveRequest request) throws DecodeFailed, MalformedMessage {
    String type = request.getTargetTypeName();
    JsonNode source = Json.tree(request.getSourceState().getJson().toByteArray());
    if (source.path("name").asText().equals("refused")) {
      return Wire.MoveResponse.newBuilder().addDiagnostics(error("Can't move", "name")).build();
    }
    Value moved = block(type).empty();
    for (String name : List.of("id", "name", "note", "place", "fault")) {
      if (source.path(name).isTextual() && block(type).attributes().containsKey(name)) {
        moved = TrialObjects.with(moved, name, Value.of(source.path(name).textValue()));
      }
    }
    return Wire.MoveResponse.newBuilder()
        .setTargetState(encode(type, moved))
        .setTargetPrivate(
            ByteString.copyFromUtf8("moved " + request.getSourcePrivate().toStringUtf8()))
        .build();
  }

  private Wire.DynamicValue looked(String key) {
    return looked(key, Value.of(TrialFiles.looked(key)));
  }

  private Wire.DynamicValue looked(String key, Value value) {
    Type type = Type.object(Map.of("key", Types.STRING, "value", Types.STRING));
    return DynamicValues.encode(ObjectValue.of(Map.of("key", Value.of(key), "value", value)), type);
  }

  private String key(Wire.DynamicValue config) throws DecodeFailed {
    Type type = Type.object(Map.of("key", Types.STRING, "value", Types.STRING));
    return text(DynamicValues.decode(config, type), "key");
  }

  Wire.ReadDataResponse readData(Wire.ReadDataRequest request) throws Exception {
    String key = key(request.getConfig());
    if (ledger.isPresent() && ledger.get().isAboutObjects(key)) {
      Optional<String> found = ledger.get().found(key);
      return found.isPresent()
          ? Wire.ReadDataResponse.newBuilder().setState(looked(key, Value.of(found.get()))).build()
          : Wire.ReadDataResponse.newBuilder()
              .addDiagnostics(error("no matching thing found", "key"))
              .build();
    }
    if (key.equals("look-type")) {
      return Wire.ReadDataResponse.newBuilder().setState(NO_OBJECT).build();
    }
    if (key.equals("look-unknown")) {
      return Wire.ReadDataResponse.newBuilder()
          .setState(looked(key, Value.unknown(Types.STRING)))
          .build();
    }
    return key.equals("nothing")
        ? Wire.ReadDataResponse.getDefaultInstance()
        : Wire.ReadDataResponse.newBuilder().setState(looked(key)).build();
  }

  Wire.OpenResponse open(Wire.OpenRequest request) throws DecodeFailed {
    String key = key(request.getConfig());
    if (key.equals("refused")) {
      return Wire.OpenResponse.newBuilder().addDiagnostics(error("Can't open", "key")).build();
    }
    String opened = key.startsWith(RENEWED_OFTEN) ? RENEWED_OFTEN : "opened";
    return Wire.OpenResponse.newBuilder()
        .setResult(looked(key))
        .setPrivate(ByteString.copyFromUtf8(opened))
        .setRenewAt(renewal(opened))
        .build();
  }

  private static Wire.Moment renewal(String opened) {
    if (!opened.contains(RENEWED_OFTEN)) {
      return Wire.Moment.newBuilder().setSeconds(4_000_000_000L).build();
    }
    Instant soon = Instant.now().plusMillis(200);
    return Wire.Moment.newBuilder()
        .setSeconds(soon.getEpochSecond())
        .setNanos(soon.getNano())
        .build();
  }

  Wire.RenewResponse renew(Wire.OpenedRequest request) {
    String renewed = "renewed " + request.getPrivate().toStringUtf8();
    Wire.RenewResponse.Builder response =
        Wire.RenewResponse.newBuilder().setPrivate(ByteString.copyFromUtf8(renewed));
    if (renewed.contains(RENEWED_OFTEN)) {
      response.setRenewAt(renewal(renewed));
    }
    return response.build();
  }

  Wire.DiagnosticsResponse close(Wire.OpenedRequest request) {
    return Wire.DiagnosticsResponse.getDefaultInstance();
  }

  Wire.CallResponse call(Wire.CallRequest request) throws DecodeFailed {
    String text = DynamicValues.decode(request.getArguments(0), Types.STRING).asText();
    int times =
        request.getArgumentsCount() < 2
            ? 1
            : DynamicValues.decode(request.getArguments(1), Types.NUMBER)
                .asNumber()
                .toBigInteger()
                .intValue();
    if (times < 0) {
      return Wire.CallResponse.newBuilder()
          .setError(
              Wire.FunctionError.newBuilder()
                  .setText("must not be negative")
                  .setFunctionArgument(1))
          .build();
    }
    return Wire.CallResponse.newBuilder()
        .setResult(DynamicValues.encode(Value.of(text.repeat(times)), Types.STRING))
        .build();
  }

  Wire.StopResponse stop(Wire.Empty request) {
    stopped.getAndSet(new CountDownLatch(1)).countDown();
    return Wire.StopResponse.getDefaultInstance();
  }
}
