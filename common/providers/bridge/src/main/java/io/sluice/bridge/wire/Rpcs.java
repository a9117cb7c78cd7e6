package io.sluice.bridge.wire;

import io.grpc.MethodDescriptor.MethodType;
import io.sluice.bridge.wire.proto.Wire;
import java.util.List;

/** Every call that is made of a plugin. */
public final class Rpcs {
  private static final Wire.Empty EMPTY = Wire.Empty.getDefaultInstance();
  private static final Wire.ValidateRequest VALIDATE = Wire.ValidateRequest.getDefaultInstance();
  private static final Wire.DiagnosticsResponse DIAGNOSTICS =
      Wire.DiagnosticsResponse.getDefaultInstance();

  /** Ten times what the largest provider has. */
  private static final int LARGEST_SCHEMA = 64 << 20;

  public static final Rpc<Wire.Empty, Wire.SchemaResponse> SCHEMA =
      Rpc.provider(
              "GetSchema", "GetProviderSchema", EMPTY, Wire.SchemaResponse.getDefaultInstance())
          .atMost(LARGEST_SCHEMA);

  public static final Rpc<Wire.Empty, Wire.IdentitySchemasResponse> IDENTITY_SCHEMAS =
      Rpc.provider(
          "GetResourceIdentitySchemas", EMPTY, Wire.IdentitySchemasResponse.getDefaultInstance());

  public static final Rpc<Wire.ValidateProviderRequest, Wire.ValidateProviderResponse>
      VALIDATE_PROVIDER =
          Rpc.provider(
              "PrepareProviderConfig",
              "ValidateProviderConfig",
              Wire.ValidateProviderRequest.getDefaultInstance(),
              Wire.ValidateProviderResponse.getDefaultInstance());

  public static final Rpc<Wire.ConfigureRequest, Wire.DiagnosticsResponse> CONFIGURE =
      Rpc.provider(
          "Configure",
          "ConfigureProvider",
          Wire.ConfigureRequest.getDefaultInstance(),
          DIAGNOSTICS);

  public static final Rpc<Wire.ValidateRequest, Wire.DiagnosticsResponse> VALIDATE_RESOURCE =
      Rpc.provider("ValidateResourceTypeConfig", "ValidateResourceConfig", VALIDATE, DIAGNOSTICS);

  public static final Rpc<Wire.ValidateRequest, Wire.DiagnosticsResponse> VALIDATE_DATA =
      Rpc.provider("ValidateDataSourceConfig", "ValidateDataResourceConfig", VALIDATE, DIAGNOSTICS);

  public static final Rpc<Wire.ValidateRequest, Wire.DiagnosticsResponse> VALIDATE_EPHEMERAL =
      Rpc.provider("ValidateEphemeralResourceConfig", VALIDATE, DIAGNOSTICS);

  public static final Rpc<Wire.UpgradeRequest, Wire.UpgradeResponse> UPGRADE =
      Rpc.provider(
          "UpgradeResourceState",
          Wire.UpgradeRequest.getDefaultInstance(),
          Wire.UpgradeResponse.getDefaultInstance());

  public static final Rpc<Wire.UpgradeIdentityRequest, Wire.UpgradeIdentityResponse>
      UPGRADE_IDENTITY =
          Rpc.provider(
              "UpgradeResourceIdentity",
              Wire.UpgradeIdentityRequest.getDefaultInstance(),
              Wire.UpgradeIdentityResponse.getDefaultInstance());

  public static final Rpc<Wire.ReadRequest, Wire.ReadResponse> READ =
      Rpc.provider(
          "ReadResource",
          Wire.ReadRequest.getDefaultInstance(),
          Wire.ReadResponse.getDefaultInstance());

  public static final Rpc<Wire.PlanRequest, Wire.PlanResponse> PLAN =
      Rpc.provider(
          "PlanResourceChange",
          Wire.PlanRequest.getDefaultInstance(),
          Wire.PlanResponse.getDefaultInstance());

  public static final Rpc<Wire.ApplyRequest, Wire.ApplyResponse> APPLY =
      Rpc.provider(
              "ApplyResourceChange",
              Wire.ApplyRequest.getDefaultInstance(),
              Wire.ApplyResponse.getDefaultInstance())
          .changing();

  public static final Rpc<Wire.ImportRequest, Wire.ImportResponse> IMPORT =
      Rpc.provider(
          "ImportResourceState",
          Wire.ImportRequest.getDefaultInstance(),
          Wire.ImportResponse.getDefaultInstance());

  public static final Rpc<Wire.MoveRequest, Wire.MoveResponse> MOVE =
      Rpc.provider(
          "MoveResourceState",
          Wire.MoveRequest.getDefaultInstance(),
          Wire.MoveResponse.getDefaultInstance());

  public static final Rpc<Wire.ReadDataRequest, Wire.ReadDataResponse> READ_DATA =
      Rpc.provider(
          "ReadDataSource",
          Wire.ReadDataRequest.getDefaultInstance(),
          Wire.ReadDataResponse.getDefaultInstance());

  /** Something may be held open outside, so its answer is wanted too. */
  public static final Rpc<Wire.OpenRequest, Wire.OpenResponse> OPEN =
      Rpc.provider(
              "OpenEphemeralResource",
              Wire.OpenRequest.getDefaultInstance(),
              Wire.OpenResponse.getDefaultInstance())
          .changing();

  public static final Rpc<Wire.OpenedRequest, Wire.RenewResponse> RENEW =
      Rpc.provider(
              "RenewEphemeralResource",
              Wire.OpenedRequest.getDefaultInstance(),
              Wire.RenewResponse.getDefaultInstance())
          .changing();

  public static final Rpc<Wire.OpenedRequest, Wire.DiagnosticsResponse> CLOSE =
      Rpc.provider("CloseEphemeralResource", Wire.OpenedRequest.getDefaultInstance(), DIAGNOSTICS)
          .changing();

  public static final Rpc<Wire.CallRequest, Wire.CallResponse> CALL =
      Rpc.provider(
          "CallFunction",
          Wire.CallRequest.getDefaultInstance(),
          Wire.CallResponse.getDefaultInstance());

  public static final Rpc<Wire.Empty, Wire.StopResponse> STOP =
      Rpc.provider("Stop", "StopProvider", EMPTY, Wire.StopResponse.getDefaultInstance());

  public static final Rpc<Wire.HealthRequest, Wire.HealthResponse> HEALTH =
      Rpc.plugin(
          "grpc.health.v1.Health",
          "Check",
          MethodType.UNARY,
          Wire.HealthRequest.getDefaultInstance(),
          Wire.HealthResponse.getDefaultInstance());

  public static final Rpc<Wire.Empty, Wire.Empty> SHUTDOWN =
      Rpc.plugin("plugin.GRPCController", "Shutdown", MethodType.UNARY, EMPTY, EMPTY);

  public static final Rpc<Wire.Empty, Wire.StandardOutput> STANDARD_OUTPUT =
      Rpc.plugin(
          "plugin.GRPCStdio",
          "StreamStdio",
          MethodType.SERVER_STREAMING,
          EMPTY,
          Wire.StandardOutput.getDefaultInstance());

  /** Those that a provider answers, as opposed to the plugin around it. */
  public static final List<Rpc<?, ?>> OF_PROVIDERS =
      List.of(
          SCHEMA,
          IDENTITY_SCHEMAS,
          VALIDATE_PROVIDER,
          CONFIGURE,
          VALIDATE_RESOURCE,
          VALIDATE_DATA,
          VALIDATE_EPHEMERAL,
          UPGRADE,
          UPGRADE_IDENTITY,
          READ,
          PLAN,
          APPLY,
          IMPORT,
          MOVE,
          READ_DATA,
          OPEN,
          RENEW,
          CLOSE,
          CALL,
          STOP);

  private Rpcs() {}
}
