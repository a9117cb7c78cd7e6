package io.sluice.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What went wrong, for programs. The class of an error travels beside its code and decides: one
 * code may come with several.
 */
public sealed interface ErrorCode permits CoreCode, ProviderCode {
  @JsonValue
  String wire();

  /** Never fails: a code of a newer build is read as a provider's. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ErrorCode of(String wire) {
    CoreCode core = CoreCode.BY_WIRE.get(wire);
    return core == null ? new ProviderCode(wire) : core;
  }
}
